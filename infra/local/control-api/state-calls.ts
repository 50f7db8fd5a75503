/** What a person at the workbench needs besides the other calls: accounts, the way to the console, faults, the queues, an email. */
import { setTimeout as sleep } from 'node:timers/promises';
import { buildConsole } from '#infra/bundling/bundle-app.ts';
import { accountFault } from '#infra/cli/manage-accounts.ts';
import {
  API_FAULTS,
  type ApiFault,
  FAULT_KINDS,
  FAULT_SERVICES,
  type FaultKind,
  type FaultService,
  type Faults,
  READ_FAULT,
} from '#infra/local/fakes/fake.ts';
import type { RunsQueue } from '#infra/local/fakes/fake-sqs.ts';
import type { Outbox } from '#infra/local/fakes/outbox.ts';
import { DEMO, type LocalAccount, openLocalAccount, signInLink } from '#infra/local/local-accounts.ts';
import type { SentWebhook } from '#infra/sandbox/webhooks.ts';
import type { ConsoleAssets } from '#lib/web/console/assets.ts';
import { BadCall, type LocalCalls, plainJson, readChoice, readObject } from './local-call.ts';

const kindsOf = (service: FaultService): readonly (FaultKind | ApiFault)[] => {
  if (service === 'api') return API_FAULTS;
  return service === 'sandbox' ? [...FAULT_KINDS, READ_FAULT] : FAULT_KINDS;
};
const MAX_TIMES = 1_000_000;

/** Work that never ends, as while the scheduler's fake fails, does not hold up the call. */
const MAX_WAIT_MS = 1_000;

/** `idle` resolves when nothing is left of earlier requests: what they started must not use up the faults. */
export const faultCalls = (faults: Faults, idle: () => Promise<void>): LocalCalls => ({
  'GET /_local/faults': () => plainJson(200, faults.list()),

  'POST /_local/faults': async ({ body }) => {
    const given = readObject(body, ['service', 'kind', 'times']);
    const service = readChoice('service', given.service, FAULT_SERVICES);
    const kind = readChoice('kind', given.kind, kindsOf(service));
    const times = readTimes(given.times);
    await Promise.race([idle(), sleep(MAX_WAIT_MS)]);
    faults.setFault({ service, kind, times });
    return plainJson(200, faults.list());
  },

  'DELETE /_local/faults': () => {
    faults.clear();
    return plainJson(200, faults.list());
  },
});

function readTimes(value: unknown = 1): number {
  const times = Number(value);
  if (typeof value === 'number' && Number.isInteger(times) && times >= 1 && times <= MAX_TIMES) return times;
  throw new BadCall(`times must be a whole number from 1 to ${MAX_TIMES}`);
}

type StateNeeds = {
  demo: LocalAccount & { name: string; baseUrl: string };
  outbox: Pick<Outbox, 'get'>;
  queues: Record<'runs' | 'webhooks', RunsQueue>;
  providerWebhooks(): SentWebhook[];
  /** Another text whenever something may have changed. */
  version(): string;
  now(): Date;
};

/** After every message that can be: their instants are before it. */
const END_OF_TIME = new Date(8.64e15);

/** An email is shown alone in a frame: its own styles hold there, nothing is loaded, and its links open elsewhere. */
const EMAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

export const stateCalls = ({ demo, outbox, queues, providerWebhooks, version, now }: StateNeeds): LocalCalls => ({
  'GET /_local/demo': () => plainJson(200, demo),

  'GET /_local/changes': () => plainJson(200, { version: version(), now: now().toISOString() }),

  'GET /_local/queues': () =>
    plainJson(
      200,
      Object.entries(queues).map(([name, queue]) => ({
        name,
        messages: queue.due(END_OF_TIME).map(({ at, receives, body }) => ({ at, receives, body })),
      })),
    ),

  'GET /_local/sandbox/webhooks': () => plainJson(200, providerWebhooks()),

  'GET /_local/messages/{id}/html': ({ id }) => {
    const html = outbox.get(id)?.html;
    if (html === undefined) return plainJson(404, { error: 'There is no such email' });
    return {
      statusCode: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'content-security-policy': EMAIL_POLICY,
      },
      body: `<base target="_blank">${html}`,
    };
  },
});

export const accountCalls: LocalCalls = {
  'POST /_local/accounts': async ({ body }) => {
    const { name, country = DEMO.country } = readObject(body, ['name', 'country']);
    const fault = accountFault({ name, country });
    if (fault !== undefined) throw new BadCall(fault);
    return plainJson(201, await openLocalAccount({ name: String(name).trim(), country: String(country) }));
  },
};

let built: Promise<ConsoleAssets> | undefined;

/** The merchant console is built from its source when it is first opened. */
export function builtConsole(): Promise<ConsoleAssets> {
  built ??= import('esbuild').then(({ buildSync }) => buildConsole(buildSync));
  return built;
}

export const consoleCalls = ({ account, baseUrl }: { account: string; baseUrl: string }): LocalCalls => ({
  'GET /_local/console-link': async ({ headers }) => {
    // A link ends the one before: a page of somebody else that opens this address would lock the owner out.
    if (headers['sec-fetch-site'] === 'cross-site')
      throw new BadCall('Type this address, or open it from the workbench');
    const made = await signInLink(account, baseUrl);
    const answer = plainJson(200, made);
    const isBrowser = headers.accept?.includes('text/html') === true;
    return isBrowser ? { ...answer, statusCode: 303, headers: { ...answer.headers, location: made.link } } : answer;
  },
});
