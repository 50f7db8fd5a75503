/** The checks of what the accounts of a stage need, so that somebody can pay: it reads our table, and asks the payment providers. */
import { clock } from '#lib/clock.ts';
import { type Account, providerFor } from '#lib/domain/account.ts';
import { isLive } from '#lib/domain/checked-token.ts';
import { kindOf, type Provider } from '#lib/domain/providers/provider.ts';
import { payments } from '#lib/live-payments.ts';
import { getAccount, listAccounts } from '#lib/store/account/accounts.ts';
import { listApiKeys } from '#lib/store/account/api-keys.ts';
import { table } from '#lib/store/table/live-table.ts';
import { type Check, when } from './aws-call.ts';

/** Live ones: a test account takes no money and sends nothing. */
export async function liveAccounts(): Promise<Account[]> {
  const listed = (await listAccounts(table)).filter(({ mode }) => mode === 'live');
  const accounts = await Promise.all(listed.map(({ id }) => getAccount(table, id)));
  return accounts.filter((account) => account !== undefined);
}

const KEYS: Check = {
  name: 'Accounts and keys',
  look: async () => {
    const accounts = await liveAccounts();
    if (accounts.length === 0) return ['There is no live account. Open one: npm run cli -- setup.'];
    const faults = await Promise.all(
      accounts.map(async ({ id }) => {
        const isUsable = (await listApiKeys(table, id)).some((key) => isLive(key, clock.now()));
        return when(
          !isUsable,
          `Account ${id} has no key that holds. Make one: npm run cli -- keys create --account ${id}.`,
        );
      }),
    );
    return faults.flat();
  },
};

const SUPPORT: Check = {
  name: 'Contact for customers',
  look: async () =>
    (await liveAccounts())
      .filter(({ supportPhone, supportEmail }) => (supportPhone ?? supportEmail) === undefined)
      .map(
        ({ id }) =>
          `Account ${id} does not say how customers reach it. Say so: npm run cli -- accounts set-support --account ${id}.`,
      ),
};

/** They refuse who asks for many accounts at once. */
const AT_A_TIME = 8;

const PROVIDERS: Check = {
  name: 'Payment providers',
  look: async () => {
    const accounts = await liveAccounts();
    const unpayable = accounts.flatMap((account) =>
      when(
        providerFor(account, undefined) === undefined,
        `Customers of account ${account.id} cannot pay online unless a collection names a provider. Choose one: npm run cli -- providers set-default --account ${account.id}.`,
      ),
    );
    const enabled = accounts.flatMap((account) =>
      Object.values(account.providers)
        .filter((each) => each.enabled)
        .map((provider) => ({ account, provider })),
    );
    const faults: string[] = [];
    for (let at = 0; at < enabled.length; at += AT_A_TIME) {
      const some = enabled.slice(at, at + AT_A_TIME);
      faults.push(...(await Promise.all(some.map(({ account, provider }) => faultsOf(account, provider)))).flat());
    }
    return [...unpayable, ...faults];
  },
};

const WITHIN_MS = 10_000;

async function faultsOf({ id, mode }: Account, provider: Provider): Promise<string[]> {
  const named = `Provider ${provider.slug} of account ${id}`;
  const again = `npm run cli -- providers set-credentials --account ${id} --slug ${provider.slug}`;
  const kind = kindOf(provider);
  if (kind === undefined) return [`${named}: it is not known what it is. Say so: npm run cli -- providers set-kind.`];
  const credentials = await payments.readCredentials(provider.id);
  if (credentials === undefined) return [`${named} has no secrets. Give them: ${again}.`];
  const checked = await payments.checkCredentials(kind, credentials, WITHIN_MS);
  if (checked.kind === 'failed') return [`${named} refuses its secrets (${checked.reason}). Give others: ${again}.`];
  const [given, unlistable] = [
    await payments.modeOf(kind, credentials),
    await payments.findUnlistable(kind, credentials, WITHIN_MS),
  ];
  return [
    ...when(
      given !== undefined && given !== mode,
      `${named} has ${given} keys, and the account is ${mode}. Give others: ${again}.`,
    ),
    ...unlistable.map(
      ({ what }) =>
        `${named} does not let its ${what} be listed, so lost webhooks of them are not found. Give its key the right to read them.`,
    ),
  ];
}

export const ACCOUNT_CHECKS: readonly Check[] = [KEYS, SUPPORT, PROVIDERS];
