/** The receivers of webhooks: they answer late, wrongly or not at all, are down for hours, and are gone. The real sender asks them. */
import { PING } from '#lib/domain/webhook/ping.ts';
import { type Posted, postWebhook } from '#lib/webhook/post.ts';
import { type Answered, isAccepted } from '#test/simulation/model/receiver-answer.ts';
import type { World } from '#test/simulation/world/world.ts';
import { exchange } from './exchange.ts';
import type { Outcome, Request } from './https.ts';
import { answeredBy, readFaults, requestFaults, USUAL } from './sent-request.ts';

const TIMEOUT_MS = 15_000;
const HOUR = 3_600_000;
const MAX_DOWN_HOURS = 9;

export type SentWebhook = { url: string; headers: Record<string, string>; body: string };

/** A webhook, and what came of it, as far as its sender knows. */
export type Told = Answered & { url: string; event: string; isPing: boolean; at: number; milliseconds: number };

export type Receivers = {
  /** In the place of the sender: it is judged by what it makes of the answer. */
  post: (webhook: SentWebhook) => Promise<Posted>;
  /** The addresses of a host. @throws when it has none */
  resolve: () => Promise<string[]>;
  /** Of a request that the sender makes by HTTPS. */
  answerTo: (request: Request) => Promise<Outcome>;
  /** What each address has accepted: the bodies by the ids of their events. */
  accepted: Map<string, Map<string, string>>;
  /** What has answered 410, with an event of its own, by the invocation that was told so. */
  gone: Map<number, { url: string; at: number }>;
  /** What each invocation was told. */
  told: Map<number, Told>;
  /** Addresses that answer 410 to everything. */
  refused: Set<string>;
  /** Until then merchants change their endpoints. */
  busyUntil: number;
};

/** An answer that is no success, as the exchange reports it. */
class Refusal extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super('refused');
    this.outcome = outcome;
  }
}

const isPing = (body: string): boolean => (JSON.parse(body) as { type: string }).type === PING;

/** What is under way: one webhook of an invocation. */
type UnderWay = { webhook: SentWebhook; addresses?: string[]; outcome?: Outcome };

export function createReceivers(world: World): Receivers {
  const { kernel, faults } = world;
  const accepted: Receivers['accepted'] = new Map();
  const refused = new Set<string>();
  const gone: Receivers['gone'] = new Map();
  const told: Receivers['told'] = new Map();
  const downUntil = new Map<string, number>();
  const underWay = new Map<number, UnderWay>();
  const mine = () => underWay.get(kernel.current()?.number ?? -1);

  function receive({ url, headers, body }: SentWebhook): Outcome {
    if (!world.downForDays.takes(url, isPing(body))) return { status: 500 };
    if (faults.strikes('receiver-down')) {
      downUntil.set(url, kernel.now() + faults.random('receiver-down').between(1, MAX_DOWN_HOURS * HOUR));
    }
    if (faults.isOn('receiver-down') && (downUntil.get(url) ?? 0) > kernel.now()) return { status: 500 };
    if (refused.has(url) || faults.strikes('receiver-gone')) return { status: 410 };
    const odd = world.oddReceivers.answer();
    if (odd !== undefined && !('status' in odd && isAccepted(odd))) return odd;
    const known = accepted.get(url) ?? new Map<string, string>();
    accepted.set(url, known.set(headers['webhook-id'] ?? '', body));
    return odd ?? { status: 204 };
  }

  async function answerTo(request: Request): Promise<Outcome> {
    const post = mine();
    if (post === undefined) throw new Error('a webhook of nobody');
    const { webhook, addresses = [] } = post;
    for (const what of requestFaults(request, { webhook, addresses })) world.violate(13, `${webhook.url}: ${what}`);
    const answer = exchange<Outcome>(world, {
      service: 'receiver',
      what: `webhook ${webhook.headers['webhook-id']} to ${webhook.url}`,
      timeoutMs: TIMEOUT_MS,
      gaveUp: () => new Refusal({ name: 'AbortError' }),
      throttled: () => new Refusal({ status: 429, retryAfter: '60' }),
      broken: () => new Refusal({ status: 500 }),
      serve: (reply) => reply({ value: receive(webhook) }),
    });
    const outcome = await answer.catch((error: unknown) => {
      if (error instanceof Refusal) return error.outcome;
      throw error;
    });
    post.outcome = outcome;
    return outcome;
  }

  async function post(given: SentWebhook): Promise<Posted> {
    const startedAt = kernel.now();
    const by = kernel.current();
    const number = by?.number ?? -1;
    const webhook = world.seams.receiver(given);
    world.oracle.posted(webhook);
    const sent: UnderWay = { webhook };
    underWay.set(number, sent);
    const { milliseconds: _real, ...posted } = await postWebhook(webhook);
    underWay.delete(number);
    const milliseconds = kernel.now() - startedAt;
    const answered = answeredBy(sent);
    const event = webhook.headers['webhook-id'] ?? '';
    told.set(number, {
      ...answered,
      url: webhook.url,
      event,
      isPing: isPing(webhook.body),
      at: kernel.now(),
      milliseconds,
    });
    for (const what of readFaults(posted, answered)) world.violate(13, `${webhook.url}: ${what}`);
    if (posted.status === 410 && by?.functionName === 'deliver')
      gone.set(number, { url: webhook.url, at: kernel.now() });
    world.note(`webhook answered ${posted.status ?? posted.error}`);
    return { ...posted, milliseconds };
  }

  async function resolve(): Promise<string[]> {
    const post = mine();
    const addresses = post === undefined ? USUAL : world.oddReceivers.addressesOf();
    if (post !== undefined) post.addresses = addresses;
    if (addresses.length === 0) throw new Error('ENOTFOUND');
    return addresses;
  }

  return { post, resolve, answerTo, accepted, refused, gone, told, busyUntil: 0 };
}
