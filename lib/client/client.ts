/** The official client of Collections: typed calls that are repeated where that is safe, one way of paging, and the check of webhooks. */
import type { Collection, CreateCollectionRequest, Routes, WebhookEndpoint } from './description.ts';
import { DuplicateReferenceError, NotFoundError } from './errors.ts';
import { checked, type Options, type Settings, send } from './transport.ts';
import { verify, type WebhookBody } from './webhooks.ts';

export type * from './description.ts';
export * from './errors.ts';
export type { Options } from './transport.ts';
export type { KnownEvent, UnknownEvent, WebhookBody } from './webhooks.ts';

export type Route = keyof Routes;

type Part<R extends Route, Name extends string> = Routes[R] extends Record<Name, infer Value> ? Value : undefined;
/** A part that a route cannot do without must be given. */
type Needed<Name extends string, Value> = Value extends undefined
  ? { [Key in Name]?: undefined }
  : Record<string, never> extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value };
type CallParts<R extends Route> = Needed<'path', Part<R, 'path'>> &
  Needed<'query', Part<R, 'query'>> & {
    body?: Part<R, 'body'>;
    /** Of your choice, in place of a random one. */
    idempotencyKey?: string;
  };

type Answer<R extends Route> = Routes[R]['answer'];
type Data<R extends Route> = Answer<R> extends { data: infer Value } ? Value : never;
/** The calls that answer a list. */
export type ListRoute = { [R in Route]: Data<R> extends unknown[] ? R : never }[Route];
type Item<R extends Route> = Data<R> extends (infer Value)[] ? Value : never;

/** They take an Idempotency-Key, and get a random one. */
const KEYED: readonly Route[] = [
  'POST /public/collections',
  'POST /public/collections/{id}/payments',
  'POST /public/webhook-endpoints',
  'POST /public/collections/{id}/follow-ups/send',
];

/** Of the rest of POST: what does not change anything when it comes twice. */
const REPEATABLE: readonly Route[] = [
  'POST /public/collections/{id}/follow-ups/pause',
  'POST /public/collections/{id}/follow-ups/resume',
  'POST /public/collections/{id}/follow-ups/send/preview',
  'POST /public/collections/{id}/promise',
  'POST /public/collections/{id}/reopen',
  'POST /public/follow-ups/preview',
];

/** What follows the route in a call. The parts may be left out where the route needs none. */
export type CallArguments<R extends Route> =
  Record<string, never> extends CallParts<R> ? [parts?: CallParts<R>] : [parts: CallParts<R>];

type QueryValues = Record<string, string | number | undefined>;
type Page = { data: unknown[]; meta?: { next?: number | null; nextCursor?: string | null; hasMore?: boolean } };

type MovePayment = 'POST /public/collections/{id}/payments/{paymentId}/move';

export class Collections {
  readonly #options: Settings;

  /** @throws {TypeError} when the key or the address is missing, or the address is none */
  constructor(options: Options) {
    this.#options = checked(options);
  }

  /** The same client with other options, such as a `signal` for some of its calls. */
  with(options: Partial<Options>): Collections {
    return new Collections({ ...this.#options, ...options });
  }

  /** Any call of the API, as its description has it. Returns the whole answer. @throws {CollectionsError} */
  async call<R extends Route>(route: R, ...[parts]: CallArguments<R>): Promise<Answer<R>> {
    const { path, query, body, idempotencyKey } = (parts ?? {}) as CallParts<R>;
    const [method = 'GET', template = ''] = route.split(' ');
    const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => named(route, name, path));
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries((query ?? {}) as QueryValues))
      if (value !== undefined) search.set(name, `${value}`);
    const isKeyed = KEYED.includes(route);
    return send(this.#options, {
      method,
      url: search.size === 0 ? filled : `${filled}?${search}`,
      ...(body !== undefined && { body }),
      idempotencyKey: idempotencyKey ?? (isKeyed ? crypto.randomUUID() : undefined),
      mayRepeat: method !== 'POST' || isKeyed || REPEATABLE.includes(route),
    });
  }

  /** Every item of any list, page after page: `for await (const one of client.list('GET /public/providers')) …` */
  async *list<R extends ListRoute>(
    route: R,
    given: { path?: Part<R, 'path'>; query?: Part<R, 'query'> } = {},
  ): AsyncGenerator<Item<R>, void> {
    for (let next: QueryValues | undefined = {}; next !== undefined; ) {
      const query: QueryValues = { ...(given.query as QueryValues), ...next };
      const page = (await this.call(route, ...([{ ...given, query }] as unknown as CallArguments<R>))) as Page;
      yield* page.data as Item<R>[];
      next = nextOf(page, route);
    }
  }

  async #data<R extends Route>(route: R, given: object): Promise<Data<R>> {
    return ((await this.call(route, ...([given] as unknown as CallArguments<R>))) as unknown as { data: Data<R> }).data;
  }

  /** Calls that name one thing, and take a body, may take one, or take none. */
  #with<R extends Route>(route: R) {
    return (id: string, body: Part<R, 'body'>): Promise<Data<R>> => this.#data(route, { path: { id }, body });
  }
  #keyed<R extends Route>(route: R) {
    return (id: string, body: Part<R, 'body'>, idempotencyKey?: string): Promise<Data<R>> =>
      this.#data(route, { path: { id }, body, idempotencyKey });
  }
  #perhaps<R extends Route>(route: R) {
    return (id: string, body?: Part<R, 'body'>): Promise<Data<R>> =>
      this.#data(route, { path: { id }, body: body ?? {} });
  }
  #of<R extends Route>(route: R) {
    return (id: string): Promise<Data<R>> => this.#data(route, { path: { id } });
  }

  readonly collections = {
    create: (body: CreateCollectionRequest, idempotencyKey?: string): Promise<Collection> =>
      this.#data('POST /public/collections', { body, idempotencyKey }),
    /** Creates it, or answers the one that has the reference already, as it is. */
    ensure: (body: CreateCollectionRequest): Promise<Collection> =>
      this.collections.create(body).catch((error: unknown) => {
        if (error instanceof DuplicateReferenceError) return this.collections.get(error.existingId);
        throw error;
      }),
    get: this.#of('GET /public/collections/{id}'),
    list: (query: Part<'GET /public/collections', 'query'> = {}) => this.list('GET /public/collections', { query }),
    update: this.#with('PATCH /public/collections/{id}'),
    setStatus: this.#with('PATCH /public/collections/{id}/status'),
    reopen: this.#perhaps('POST /public/collections/{id}/reopen'),
    payments: this.#of('GET /public/collections/{id}/payments'),
    recordPayment: this.#keyed('POST /public/collections/{id}/payments'),
    credit: this.#keyed('POST /public/collections/{id}/credits'),
    movePayment: (of: { id: string; paymentId: string }, body: Part<MovePayment, 'body'>, idempotencyKey?: string) =>
      this.#data('POST /public/collections/{id}/payments/{paymentId}/move', { path: of, body, idempotencyKey }),
    promise: this.#with('POST /public/collections/{id}/promise'),
    withdrawPromise: this.#of('DELETE /public/collections/{id}/promise'),
  };

  readonly followUps = {
    plan: this.#of('GET /public/collections/{id}/follow-ups'),
    pause: this.#perhaps('POST /public/collections/{id}/follow-ups/pause'),
    resume: this.#of('POST /public/collections/{id}/follow-ups/resume'),
    send: this.#perhaps('POST /public/collections/{id}/follow-ups/send'),
    previewSend: this.#perhaps('POST /public/collections/{id}/follow-ups/send/preview'),
    preview: (body: CreateCollectionRequest) => this.#data('POST /public/follow-ups/preview', { body }),
  };

  readonly events = {
    /** Ends at the end of the feed. To go on later, keep `meta.nextCursor` of `call('GET /public/events')`. */
    list: (query: Part<'GET /public/events', 'query'> = {}) => this.list('GET /public/events', { query }),
  };

  readonly webhookEndpoints = {
    create: (body: Part<'POST /public/webhook-endpoints', 'body'>) =>
      this.#data('POST /public/webhook-endpoints', { body }),
    list: () => this.list('GET /public/webhook-endpoints'),
    /** Answers the endpoint; undefined if an earlier attempt, whose answer was lost, had deleted it. */
    delete: (id: string): Promise<WebhookEndpoint | undefined> =>
      this.#data('DELETE /public/webhook-endpoints/{id}', { path: { id } }).catch((error: unknown) => {
        if (error instanceof NotFoundError && error.attempts > 1) return undefined;
        throw error;
      }),
  };

  /**
   * What a webhook tells; its `type` tells which. Give the body as it came; while a secret is changed, both.
   * @throws when none signed it, or it is old
   */
  static verify(
    body: string,
    headers: Headers | Record<string, unknown>,
    ...secrets: [string | undefined, ...(string | undefined)[]]
  ): WebhookBody {
    return verify(body, headers, secrets);
  }
}

/** @throws {TypeError} when what the route names was not given */
function named(route: Route, name: string, path: unknown): string {
  const value = (path as QueryValues | undefined)?.[name];
  if (value === undefined || value === '')
    throw new TypeError(`${route} needs \`path: { ${name} }\`, which is missing`);
  return encodeURIComponent(value);
}

/** What the next page is asked by; undefined on the last one. The feed has a cursor at its end, too. */
function nextOf({ meta = {} }: Page, route: Route): QueryValues | undefined {
  const { next, nextCursor, hasMore = true } = meta;
  if (typeof next === 'number') return { page: next };
  if (typeof nextCursor !== 'string' || !hasMore) return undefined;
  return { [route === 'GET /public/events' ? 'after' : 'cursor']: nextCursor };
}
