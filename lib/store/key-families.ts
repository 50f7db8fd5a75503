/** Which kind of item a key names, for what treats every item of the table: what joins two tables after a restore. */
import { ACCOUNT_SORT_KEY } from '#lib/store/account/keys.ts';
import type { Key } from '#lib/store/keys.ts';

/** In words of an operator. A collection's own item is never taken without the list of collections. */
const FAMILIES = [
  'accounts',
  'keys',
  'members',
  'opt-outs',
  'unreachable',
  'contacts',
  'people',
  'messages',
  'collections',
  'attempts',
  'payments',
  'events',
  'told',
  'webhooks',
  'deliveries',
  'other',
] as const;
export type Family = (typeof FAMILIES)[number];

/** Kinds of items, finer than families where their items are treated differently. */
export type Kind =
  | Exclude<Family, 'accounts' | 'payments' | 'events' | 'told' | 'webhooks'>
  | 'account'
  | 'credentials'
  | 'audit'
  | 'directory'
  | 'segment'
  | 'payment'
  | 'waiting'
  | 'event'
  | 'told-event'
  | 'feed'
  | 'endpoints'
  | 'health';

/** The first that matches. `pk` is the partition key without the account where it has one. */
const KINDS: readonly { kind: Kind; family: Family; pk: RegExp; sk?: RegExp }[] = [
  { kind: 'account', family: 'accounts', pk: /^$/, sk: new RegExp(`^${ACCOUNT_SORT_KEY}$`) },
  { kind: 'keys', family: 'keys', pk: /^$/, sk: /^KEY#/ },
  { kind: 'members', family: 'members', pk: /^$/, sk: /^MEMBER#/ },
  { kind: 'audit', family: 'members', pk: /^AUDIT$/ },
  { kind: 'credentials', family: 'accounts', pk: /^CREDENTIALS$/ },
  { kind: 'directory', family: 'accounts', pk: /^ACCOUNTS$/ },
  { kind: 'opt-outs', family: 'opt-outs', pk: /^(OPTOUT#|OPTOUTS$)/ },
  { kind: 'unreachable', family: 'unreachable', pk: /^UNREACHABLE#/ },
  { kind: 'contacts', family: 'contacts', pk: /^(PHONE|EMAIL)#/ },
  { kind: 'people', family: 'people', pk: /^PERSON#/ },
  { kind: 'messages', family: 'messages', pk: /^(MESSAGE|LASTMESSAGE|HELP)#/ },
  { kind: 'segment', family: 'collections', pk: /^LIST$/ },
  { kind: 'told-event', family: 'told', pk: /^COLLECTION#[^#]*#TOLD$/ },
  { kind: 'collections', family: 'collections', pk: /^COLLECTION#/, sk: /^COLLECTION$/ },
  { kind: 'attempts', family: 'attempts', pk: /^COLLECTION#/, sk: /^ATTEMPT#/ },
  { kind: 'payment', family: 'payments', pk: /^COLLECTION#/, sk: /^PAYMENT#/ },
  { kind: 'waiting', family: 'payments', pk: /^COLLECTION#/, sk: /^WAITING#/ },
  { kind: 'event', family: 'events', pk: /^COLLECTION#/, sk: /^(EVENT|REPLY)#/ },
  { kind: 'feed', family: 'told', pk: /^EVENTS#/ },
  { kind: 'endpoints', family: 'webhooks', pk: /^WEBHOOKS$/, sk: /^WEBHOOKS$/ },
  { kind: 'health', family: 'webhooks', pk: /^WEBHOOKS$/, sk: /^HEALTH#/ },
  { kind: 'deliveries', family: 'deliveries', pk: /^DELIVERIES#/ },
];

export function kindOf({ pk, sk }: Key): { kind: Kind; family: Family } {
  const of = pk.replace(/^ACCOUNT#[^#]*#?/, '');
  const found = KINDS.find((each) => each.pk.test(of) && (each.sk?.test(sk) ?? true));
  return found ?? { kind: 'other', family: 'other' };
}

/** The account in a key that starts with one. */
export const accountOfKey = ({ pk }: Key): string | undefined => /^ACCOUNT#([^#]+)/.exec(pk)?.[1];
