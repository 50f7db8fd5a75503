/** Invariant 9: each line of the log is of a known event and whole, and what operators count is logged as often as it happened. */
import { COLLECTION_SORT_KEY } from '#lib/store/collection/keys.ts';
import { type Line, lineFaults, readLine } from '#test/simulation/model/log-lines.ts';
import type { World } from '#test/simulation/world/world.ts';
import type { Finished, Invariant } from './invariant.ts';
import { storedFeed } from './stored.ts';

export const wellLogged: Invariant = {
  number: 9,
  name: 'the log says what happened',
  watch(world, violate) {
    const counts = new Map<string, number>();
    const underWay = new Map<number, Invoked>();
    const of = (number: number): Invoked => {
      const known = underWay.get(number) ?? { lines: [], mustSay: false };
      underWay.set(number, known);
      return known;
    };
    return {
      changed({ key: { sk } }) {
        if (world.asker !== undefined && [COLLECTION_SORT_KEY, 'ACCOUNT'].includes(sk))
          of(world.asker.number).mustSay = world.isCalm;
      },
      logged(text) {
        const line = readLine(text);
        if (line === undefined) return violate(`a log line is not JSON: ${text}`);
        const by = world.kernel.current();
        const event = String(line['event']);
        counts.set(event, (counts.get(event) ?? 0) + 1);
        for (const fault of lineFaults(line, world.kernel.now() + (by?.environment.skew ?? 0)))
          violate(`log: ${fault}`);
        if (world.isCalm && line['level'] === 'ERROR') violate(`${line['event']} was logged, and nothing was broken`);
        if (by !== undefined) of(by.number).lines.push(line);
      },
      finished(done) {
        const { number, functionName } = done.invocation;
        const { lines } = of(number);
        // Of what is nothing to us nothing is said.
        const isNothing = world.oddInbound.isNoise(done.event);
        if (isNothing && lines.length > 0) violate(`${functionName}: logged ${lines[0]?.['event']} of nothing`);
        const promised = isNothing ? [] : promiseFaults(done, of(number));
        for (const fault of [...promised, ...requestFaults(done, lines)]) violate(`${functionName}: ${fault}`);
        noteLevels(world, lines);
        underWay.delete(number);
      },
      ended() {
        // A function that dies between an act and its line says nothing of it.
        if (!world.isCalm) return;
        for (const [event, happened] of Object.entries(happenedIn(world))) {
          const logged = counts.get(event) ?? 0;
          if (logged !== happened) violate(`${event} was logged ${logged} times, and happened ${happened} times`);
        }
      },
    };
  },
};

const happenedIn = (world: World): Readonly<Record<string, number>> => ({
  followup_sent: world.messages.length,
  event_told: world.tenants.flatMap(({ account }) => storedFeed(world, account.id)).length,
});

/** `mustSay`: it has changed its collection or its account, and was told so: a write whose answer is lost may seem another's. */
type Invoked = { lines: Line[]; mustSay: boolean };

function noteLevels({ note }: World, logged: readonly Line[]): void {
  for (const { level } of logged) if (level !== 'INFO') note(`logged as ${String(level)}`);
}

/** A line says of which request it is: its access log has the same id. */
function requestFaults({ event }: Finished, logged: readonly Line[]): string[] {
  const { requestContext } = event as { requestContext?: { requestId: string } };
  return logged
    .filter(({ requestId }) => requestId !== undefined && requestId !== requestContext?.requestId)
    .map(({ event: name, requestId }) => `${name} names the request ${requestId}`);
}

// biome-ignore lint/suspicious/noExplicitAny: the JSON of an answer.
type Reply = { statusCode: number; headers?: Record<string, string>; body: any };
type Asked = { httpMethod: string; resource: string; path: { id?: string } };

/** The event of what an answer says, and the id that it names; undefined if that answer says nothing of it. */
type Promised = (asked: Asked, reply: Reply) => Line | undefined;

const made =
  (event: string, name: string): Promised =>
  (_asked, { statusCode, body, headers }) =>
    statusCode === 201 && headers?.['idempotent-replayed'] === undefined ? { event, [name]: body.data.id } : undefined;

const done =
  (event: string, name: string, of = 200): Promised =>
  ({ path }, { statusCode }) =>
    statusCode === of ? { event, [name]: path.id } : undefined;

/** Each is logged once where it happened, and never where it did not. */
const PROMISED: Readonly<Record<string, Promised>> = {
  'create-collection': made('collection_created', 'collection'),
  'create-provider': made('provider_created', 'provider'),
  'create-webhook-endpoint': made('webhook_endpoint_created', 'endpoint'),
  'update-webhook-endpoint': done('webhook_endpoint_updated', 'endpoint'),
  'delete-webhook-endpoint': done('webhook_endpoint_deleted', 'endpoint'),
  'rotate-webhook-secret': done('webhook_secret_rotated', 'endpoint'),
  'ping-webhook-endpoint': (asked, reply) => {
    const pinged = done('webhook_endpoint_pinged', 'endpoint')(asked, reply);
    return pinged && { ...pinged, passed: reply.body.data.passed };
  },
  'replay-deliveries': done('deliveries_replayed', 'endpoint', 202),
  'console-members': ({ httpMethod }, { statusCode, body }) =>
    httpMethod === 'POST' && statusCode === 201 ? { event: 'member_added', member: body.data.member.id } : undefined,
  'console-member': (asked, reply) =>
    asked.httpMethod === 'DELETE' && asked.resource === '/console/members/{id}'
      ? done('member_removed', 'member')(asked, reply)
      : undefined,
  'console-session': ({ httpMethod }, { statusCode, body }) =>
    httpMethod === 'POST' && statusCode === 200
      ? { event: 'member_signed_in', member: body.data.member.id }
      : undefined,
  unsubscribe: ({ httpMethod }, { statusCode }) =>
    httpMethod === 'POST' && statusCode === 200 ? { event: 'contact_opted_out' } : undefined,
};

/** Changes that may change nothing: then nothing is logged, else one line about what is named. */
const CHANGES: Readonly<Record<string, readonly string[]>> = {
  'update-collection': ['collection_updated'],
  'update-collection-status': [
    'collection_completed',
    'collection_cancelled',
    'collection_expired',
    'collection_overdue',
  ],
  'pause-follow-ups': ['followups_paused'],
  'resume-follow-ups': ['followups_resumed'],
  'send-follow-up': ['followup_asked'],
  'promise-payment': ['promise_made'],
  'update-provider': ['provider_updated'],
};

/** Each message of these has one line, with one of these beginnings. */
const BATCHES: Readonly<Record<string, RegExp>> = {
  'follow-up': /^(followup|retention|run_failed)/,
  deliver: /^webhook_(delivered|dropped|failed|held|retried|endpoint_run_|task_failed)/,
  'receive-reply':
    /^(contact_(opted_out|opted_in|replied)|opt_in_outdated|help_answered|help_not_answered|reply_unmatched)$/,
};

function promiseFaults({ invocation: { functionName }, event, value }: Finished, invoked: Invoked): string[] {
  const each = BATCHES[functionName];
  if (each !== undefined) return batchFaults(event as { Records: unknown[] }, invoked.lines, each);
  const {
    httpMethod,
    resource = '',
    pathParameters,
  } = event as Partial<Asked> & { pathParameters?: Asked['path'] | null };
  if (httpMethod === undefined) return [];
  const asked = { httpMethod, resource, path: pathParameters ?? {} };
  const changes = CHANGES[functionName];
  if (changes !== undefined) return changeFaults(asked, value as Reply, invoked, changes);
  const promised = PROMISED[functionName];
  return promised === undefined ? [] : exactFaults(promised(asked, read(value as Reply)), invoked.lines, functionName);
}

const read = (reply: Reply): Reply => ({ ...reply, body: isJson(reply) ? JSON.parse(reply.body) : undefined });
const isJson = ({ headers }: Reply): boolean => headers?.['content-type']?.startsWith('application/json') === true;

/** What else these may log is about what they ask others. */
const BESIDES =
  /^(provider_failed|credentials_|payment_option_failed|payment_adapter_failed|request_failed|webhook_(key|not)_|webhook_endpoint_(disabled|failing)|person_not_changed)/;

function exactFaults(promised: Line | undefined, logged: readonly Line[], functionName: string): string[] {
  const own = logged.filter(({ event }) => !BESIDES.test(String(event)));
  const said = own.map(({ event }) => event).join();
  if (own.length !== (promised === undefined ? 0 : 1))
    return [`logged “${said}” instead of ${promised?.['event'] ?? 'nothing'}`];
  return Object.entries(promised ?? {})
    .filter(([name, value]) => own[0]?.[name] !== value)
    .map(([name, value]) => `logged ${said} with the ${name} ${own[0]?.[name]} instead of ${value} (${functionName})`);
}

function changeFaults(
  { path }: Asked,
  { statusCode }: Reply,
  { lines, mustSay }: Invoked,
  changes: readonly string[],
): string[] {
  const own = lines.filter(({ event }) => changes.includes(String(event)));
  if (own.length > 1 || (own.length > 0 && statusCode >= 300))
    return [`logged ${own.length} changes, with ${statusCode}`];
  if (own.length === 0 && mustSay && statusCode < 300) return ['logged no change'];
  return own
    .filter(({ collection, provider }) => (collection ?? provider) !== path.id)
    .map(({ event, collection }) => `logged ${event} of ${collection} instead of ${path.id}`);
}

function batchFaults({ Records }: { Records: unknown[] }, logged: readonly Line[], each: RegExp): string[] {
  const own = logged.filter(({ event }) => each.test(String(event)));
  return own.length === Records.length ? [] : [`logged ${own.length} lines of ${Records.length} messages`];
}
