/** What a merchant sets for all customers of an account, and what a change of it is. */
import { type Account, providerFor } from './account.ts';
import { validationFailed } from './errors.ts';

/** What is absent is as the service has it. */
type Settings = Pick<
  Account,
  | 'name'
  | 'supportPhone'
  | 'supportEmail'
  | 'defaultProvider'
  | 'language'
  | 'promiseDays'
  | 'digest'
  | 'partPayments'
  | 'messageHours'
  | 'messagesPerWeek'
  | 'messagePrices'
  | 'color'
  | 'legalName'
  | 'address'
  | 'website'
>;

/** Null takes a setting back; what is absent stays as it is. */
export type GivenSettings = {
  [Name in keyof Omit<Settings, 'digest' | 'partPayments' | 'name'>]?:
    | Exclude<Settings[Name], undefined>
    | null
    | undefined;
} & { name?: string | undefined; digest?: 'on' | 'off' | undefined; partPayments?: 'on' | 'off' | undefined };

/** Our own caps leave no more to those whom the service reminds. */
export const MAX_MESSAGES_PER_WEEK = 7;

/** Between which hours messages can be sent at all, and how many of them a merchant's own must leave. */
export const EARLIEST_HOUR = 8;
export const LATEST_HOUR = 20;
export const LEAST_HOURS = 2;

/** By names: what is set, and what is taken away. */
export type SettingsChange = { set: Partial<Settings>; remove: (keyof Settings)[] };

/** Undefined if nothing changes. @throws validation_failed for a provider that the account does not have, or that is disabled */
export function changeSettings(account: Account, given: GivenSettings): SettingsChange | undefined {
  const { digest, partPayments, ...others } = given;
  if (others.defaultProvider) refuseProvider(account, others.defaultProvider);
  const wanted = {
    ...others,
    ...(digest !== undefined && { digest: digest === 'off' ? digest : null }),
    ...(partPayments !== undefined && { partPayments: partPayments === 'on' ? partPayments : null }),
  };
  const set: Record<string, unknown> = {};
  const remove: (keyof Settings)[] = [];
  for (const [name, value] of Object.entries(wanted) as [keyof Settings, unknown][]) {
    if (value === undefined || JSON.stringify(value) === JSON.stringify(account[name] ?? null)) continue;
    if (value === null) remove.push(name);
    else set[name] = value;
  }
  return remove.length === 0 && Object.keys(set).length === 0 ? undefined : { set, remove };
}

/** @throws validation_failed */
function refuseProvider(account: Account, slug: string): void {
  const provider = providerFor(account, slug);
  if (provider?.enabled) return;
  const message = provider ? 'is disabled' : 'is not a provider of this account';
  throw validationFailed([{ path: 'defaultProvider', message }]);
}

export const changed = (account: Account, { set, remove }: SettingsChange): Account => {
  const after: Account = { ...account, ...set };
  for (const name of remove) delete after[name as keyof Omit<Settings, 'name'>];
  return after;
};
