/** `providers set-credentials` and `providers check`. */
import { text } from 'node:stream/consumers';
import { CommandFailure, type Run, standardInput, UsageError, type Values } from '#infra/cli/command.ts';
import { requireKey, saveCredentials } from '#infra/cli/manage-accounts.ts';
import type { Account } from '#lib/domain/account.ts';
import { kindOf, type Provider, type ProviderKind } from '#lib/domain/providers/provider.ts';
import { factsOf } from '#lib/domain/providers/providers.ts';
import { payments } from '#lib/live-payments.ts';
import type { Credentials } from '#lib/payment/port.ts';
import { readObject } from '#lib/payment/read-answer.ts';
import { service } from '#lib/service.ts';
import { setReconciles } from '#lib/store/account/providers.ts';
import { table } from '#lib/store/table/live-table.ts';
import { findProvider } from './providers.ts';

/** White space and control characters are never part of a secret, but often get pasted with one. */
const SECRET = /^[\x21-\x7e]{1,1000}$/;

/** Any other name is not repeated in an error: it could be a secret in the wrong place. */
const PLAIN = /^[A-Za-z]{1,24}$/;

/** @throws {UsageError} as {@link secretsIn} does. */
async function readSecrets(names: readonly string[]): Promise<Credentials> {
  const input = standardInput.open();
  if (input.isTTY)
    throw new UsageError(`Give the secrets on standard input, as in: … < secrets.json, with ${formOf(names)}`);
  return secretsIn(await text(input), names);
}

/** The secrets in a JSON text, one for each name. @throws {UsageError} that names the faulty fields, never their values. */
export function secretsIn(json: string, names: readonly string[]): Credentials {
  const form = formOf(names);
  const given = readObject(json) as Record<string, unknown> | undefined;
  if (given === undefined) throw new UsageError(`Standard input must be a JSON object such as ${form}`);
  const faults = [
    ...names.filter((name) => !Object.hasOwn(given, name)).map((name) => `${name} is missing`),
    ...Object.keys(given).flatMap((name) => faultOf(name, given[name], names)),
  ];
  if (faults.length > 0) throw new UsageError(`The secrets are not right: ${faults.join(', ')}. Wanted is ${form}`);
  return given as Credentials;
}

const formOf = (names: readonly string[]): string =>
  JSON.stringify(Object.fromEntries(names.map((name) => [name, '…'])));

function faultOf(name: string, value: unknown, names: readonly string[]): string[] {
  if (!names.includes(name)) return [`${PLAIN.test(name) ? name : 'a name that is no plain word'} is unknown`];
  return typeof value === 'string' && SECRET.test(value) ? [] : [`${name} is not text without spaces`];
}

export const setCredentials: Run = async (values) => {
  requireKey();
  const { account, provider, kind } = await findUsable(values);
  const { id, slug } = provider;
  const secrets = factsOf(kind).secrets;
  const given = await readSecrets(secrets);
  await refuseOtherMode(account, kind, given);
  await saveCredentials(id, given);
  if (!(await setReconciles(table, account.id, slug))) throw new CommandFailure(`Provider ${slug} is gone.`);
  const webhook = webhookOf(values, id);
  const text = [
    `Saved ${secrets.join(', ')} of provider ${slug} (${kind}), account ${account.id}.`,
    `Enter this address at the provider as its webhook: ${webhook}`,
    `To try them: providers check --account ${account.id} --slug ${slug}`,
  ].join('\n');
  return { data: { account: account.id, provider: slug, kind, secrets, webhook }, text };
};

const KEYS = { live: 'live keys, which take real money', test: 'test keys, which take no real money' } as const;

/** Keys that do not say their mode are accepted. */
async function refuseOtherMode({ id, mode }: Account, kind: ProviderKind, credentials: Credentials): Promise<void> {
  const given = await payments.modeOf(kind, credentials);
  if (given === undefined || given === mode) return;
  throw new CommandFailure(`Account ${id} is a ${mode} account, but these are ${KEYS[given]}.`);
}

const WITHIN_MS = 10_000;

export const checkProvider: Run = async (values) => {
  requireKey();
  const { account, provider, kind } = await findUsable(values);
  const { id, slug, enabled } = provider;
  const credentials = await payments.readCredentials(id);
  if (credentials === undefined) {
    throw new CommandFailure(
      `Provider ${slug} has no secrets yet; give them: providers set-credentials --slug ${slug}`,
    );
  }
  const checked = await payments.checkCredentials(kind, credentials, WITHIN_MS);
  const reason = checked.kind === 'failed' ? checked.reason : undefined;
  const unlistable = reason === undefined ? await payments.findUnlistable(kind, credentials, WITHIN_MS) : [];
  const mode = await payments.modeOf(kind, credentials);
  const methods = factsOf(kind).capabilities;
  const webhook = webhookOf(values, id);
  const text = [
    `Provider ${slug} (${kind}) of account ${account.id}${enabled ? '' : ', which is disabled'}`,
    reason === undefined ? 'Keys: they work' : `Keys: they do not work (${reason})`,
    ...unlistable.map(({ what, reason }) => `Reconciliation: the list of ${what} cannot be read (${reason})`),
    `Mode: ${mode ?? 'the keys do not say'}${mode && mode !== account.mode ? `, but the account is ${account.mode}` : ''}`,
    ...Object.entries(methods).map(([method, currencies]) => `${method}: ${listOf(currencies)}`),
    `Webhook, to be entered at the provider: ${webhook}`,
    ...(kind === 'flutterwave' ? [V3_WEBHOOKS] : []),
  ].join('\n');
  const works = reason === undefined;
  const data = {
    account: account.id,
    provider: slug,
    kind,
    enabled,
    works,
    reason,
    unlistable,
    mode: mode ?? null,
    methods,
    webhook,
  };
  return { data, text, isBad: !works || unlistable.length > 0 };
};

/** Otherwise Flutterwave sends webhooks of another form, which name the transaction in other fields and are ignored. */
const V3_WEBHOOKS = 'In the dashboard of Flutterwave, switch on its v3 webhooks. The keys are those of its API v3.';

const listOf = (currencies: readonly string[] | 'any'): string =>
  currencies === 'any' ? 'any currency' : currencies.join(', ');

/** The provider that the command names, and its kind. */
async function findUsable(values: Values): Promise<{ account: Account; provider: Provider; kind: ProviderKind }> {
  const { account, provider } = await findProvider(values);
  const kind = kindOf(provider);
  if (kind !== undefined) return { account, provider, kind };
  const { slug } = provider;
  throw new CommandFailure(`It is not known what ${slug} is; say so first: providers set-kind --slug ${slug} --kind …`);
}

function webhookOf(values: Values, provider: string): string {
  const given = String(values['base-url'] ?? service.settings.baseUrl);
  const baseUrl = given === '' ? '<base URL of the service>' : given.replace(/\/+$/, '');
  return `${baseUrl}/webhooks/${provider}`;
}
