/** The service of the running world: the functions are made from it once, and each world that is installed replaces its parts. */
import { wholeService } from '#infra/local/whole-service.ts';
import { clock } from '#lib/clock.ts';
import { type CallerGuard, callerGuard } from '#lib/http/caller-guard.ts';
import { logTo, output } from '#lib/log.ts';
import { random } from '#lib/random.ts';
import { type Settings, settingsFrom } from '#lib/settings.ts';
import { table } from '#lib/store/table/live-table.ts';
import { type WebhookSecrets, webhookSecretsFrom } from '#lib/webhook/send.ts';

type Client = { send: unknown };
type Posted = { status?: number; milliseconds: number };
type Webhook = { url: string; headers: Record<string, string>; body: string };

const nowhere = async (): Promise<never> => {
  throw new Error('no world is installed');
};

/** What a world replaces. */
export const parts = {
  settings: { ...settingsFrom(process.env) } as { -readonly [Name in keyof Settings]: Settings[Name] },
  scheduler: { client: { send: nowhere } as Client },
  queues: { client: { send: nowhere } as Client },
  readWebhookKey: nowhere as () => Promise<string>,
  post: nowhere as (webhook: Webhook) => Promise<Posted>,
  resolve: nowhere as (host: string) => Promise<string[]>,
};

const log = logTo((line) => output.write(line), { clock, settings: parts.settings });
const known = { clock, random, log, settings: parts.settings };

/** What a process remembers. */
const memory: { guard: CallerGuard; secrets: WebhookSecrets } = {
  guard: callerGuard(known),
  secrets: webhookSecretsFrom(known, () => parts.readWebhookKey()),
};

export function forgetCallers(): void {
  memory.guard = callerGuard(known);
}

export function forgetWebhookKey(): void {
  memory.secrets = webhookSecretsFrom(known, () => parts.readWebhookKey());
}

const sendBy = (holder: { client: Client }) =>
  ({
    send: (...asked: unknown[]) => (holder.client.send as (...given: unknown[]) => unknown).apply(holder.client, asked),
  }) as never;

const guarded: CallerGuard = {
  takeTurn: (...asked) => memory.guard.takeTurn(...asked),
  isRefused: (...asked) => memory.guard.isRefused(...asked),
  rememberRefused: (...asked) => memory.guard.rememberRefused(...asked),
  keepsFailed: (...asked) => memory.guard.keepsFailed(...asked),
};

export const service = {
  ...wholeService({ ...known, callerGuard: guarded }, table, {
    queues: sendBy(parts.queues),
    scheduler: sendBy(parts.scheduler),
    secrets: { secretsOf: (...asked) => memory.secrets.secretsOf(...asked) },
    receivers: { resolve: (host: string) => parts.resolve(host) },
    outbound: { realNow: () => clock.now(), post: async (webhook: Webhook) => parts.post(webhook) },
  }),
};
