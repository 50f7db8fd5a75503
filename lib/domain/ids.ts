/** Public ids and link tokens. They are derived (docs/decisions/0003-ids-are-derived.md) and cannot be guessed. */
import { createHmac, hash as digestOf, timingSafeEqual } from 'node:crypto';

export const ACCOUNT_LENGTH = 10;
/** Characters of a hash: 128 bits in base 36. */
export const HASH_LENGTH = 25;
const HASH_BYTES = 16;
const HASH_HEX = HASH_BYTES * 2;

const ACCOUNT = `[0-9a-z]{${ACCOUNT_LENGTH}}`;
const HASH = `[0-9a-z]{${HASH_LENGTH}}`;
const COLLECTION_ID = new RegExp(`^pay_(${ACCOUNT})(${HASH})$`);
const PROVIDER_ID = new RegExp(`^prv_(${ACCOUNT})(${HASH})$`);
const ENDPOINT_ID = new RegExp(`^whe_(${ACCOUNT})(${HASH})$`);
const NOTIFY_TOKEN = new RegExp(`^(${ACCOUNT})(${HASH})$`);
const MEMBER_ID = new RegExp(`^mbr_(${ACCOUNT})(${HASH})$`);

/** Part of the hashed text, so that equal values of different uses get different ids. */
type Use =
  | 'collection'
  | 'contact'
  | 'provider'
  | 'directory'
  | 'pay'
  | 'me'
  | 'optout'
  | 'reply'
  | 'cursor'
  | 'feed'
  | 'deliveries'
  | 'notify'
  | 'erasure'
  | 'experiment';

declare const KIND: unique symbol;

/** What an id names: something of an account. A ref of one kind cannot be passed for one of another. */
type OwnedRef<Kind extends string> = { account: string; hash: string; readonly [KIND]?: Kind };

export type CollectionRef = OwnedRef<'collection'>;
export type ProviderRef = OwnedRef<'provider'>;
/** Of a webhook endpoint. */
export type EndpointRef = OwnedRef<'endpoint'>;
/** Of a member of an account. */
export type MemberRef = OwnedRef<'member'>;

/** Of an address that an account's notices about webhooks go to. */
export type NotifyRef = OwnedRef<'notify'>;

/** First 128 bits of HMAC-SHA-256(salt, "use:value"), as 25 base-36 characters. */
export function deriveHash(salt: string, use: Use, value: string): string {
  return hexToBase36(createHmac('sha256', salt).update(`${use}:${value}`).digest('hex').slice(0, HASH_HEX));
}

export const collectionId = ({ account, hash }: CollectionRef): string => `pay_${account}${hash}`;
export const providerId = ({ account, hash }: ProviderRef): string => `prv_${account}${hash}`;
/** Of a webhook endpoint. */
export const endpointId = ({ account, hash }: EndpointRef): string => `whe_${account}${hash}`;
/** Of a member of an account; `hash` is random. */
export const memberId = ({ account, hash }: MemberRef): string => `mbr_${account}${hash}`;
export const contactId = (salt: string, phone: string): string => `contact_${deriveHash(salt, 'contact', phone)}`;

/** Of whoever is found next by a phone that was corrected: the id that follows from the phone is taken by `former`. */
export const freedContactId = (salt: string, { address, former }: { address: string; former: string }): string =>
  `contact_${deriveHash(salt, 'contact', `${address}#after#${former}`)}`;

const CONTACT_ID = new RegExp(`^contact_${HASH}$`);

export const isContactId = (id: string): boolean => CONTACT_ID.test(id);

/** Of a collection whose contact was erased. It says nothing about the contact that was. */
export const erasedContactId = (ref: CollectionRef): string => `contact_${digest(`${collectionId(ref)}#erased`)}`;

/** Derived from the subject and the type, so that a retry never creates a second event. */
export function eventId(subject: string, type: string): string {
  return `evt_${digest(`${subject}#${type}`)}`;
}

/** Of an entry in the journal of a collection; `number` counts them from 1. */
export const journalEntryId = (ref: CollectionRef, number: number): string =>
  `jnl_${digest(`${collectionId(ref)}#journal#${number}`)}`;

/** Of an entry in the ledger of a collection. */
export const paymentId = (collection: string, key: string): string => `pmt_${digest(`${collection}#${key}`)}`;

/** Of a move of money; both of its entries have it. `number` is that of the entry where it left. */
export const moveId = (collection: string, number: number): string => `mov_${digest(`${collection}#move#${number}`)}`;

/** Of what a customer says of a collection; `number` tells them apart. */
export const claimId = (collection: string, number: number): string => `clm_${digest(`${collection}#claim#${number}`)}`;
export const disputeId = (collection: string, number: number): string =>
  `dsp_${digest(`${collection}#dispute#${number}`)}`;

/** First 128 bits of SHA-256, as 25 base-36 characters: for what anybody may derive. */
const digest = (text: string): string => hexToBase36(digestOf('sha256', text).slice(0, HASH_HEX));

export const parseCollectionId = (id: string): CollectionRef | undefined => parseOwned(COLLECTION_ID, id);

export const parseProviderId = (id: string): ProviderRef | undefined => parseOwned(PROVIDER_ID, id);

/** Of a webhook endpoint. */
export const parseEndpointId = (id: string): EndpointRef | undefined => parseOwned(ENDPOINT_ID, id);

/** Of a member of an account. */
export const parseMemberId = (id: string): MemberRef | undefined => parseOwned(MEMBER_ID, id);

/** The hash itself is the secret of the link. */
export const notifyToken = ({ account, hash }: NotifyRef): string => `${account}${hash}`;

export const parseNotifyToken = (token: string): NotifyRef | undefined => parseOwned(NOTIFY_TOKEN, token);

/** Of an id that is known to be one. @throws for any other */
export function memberRefOf(id: string): MemberRef {
  const ref = parseMemberId(id);
  if (ref === undefined) throw new Error('not the id of a member');
  return ref;
}

function parseOwned(form: RegExp, id: string): { account: string; hash: string } | undefined {
  const match = form.exec(id);
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  return hashToBytes(match[2]) === undefined ? undefined : { account: match[1], hash: match[2] };
}

/** Lower-case base 36, padded on the left to the width that the number of bytes needs (25 characters for 16 bytes). */
export const toBase36 = (bytes: Uint8Array): string => hexToBase36(Buffer.from(bytes).toString('hex'));

function hexToBase36(hex: string): string {
  const width = Math.ceil((hex.length * 4) / Math.log2(36));
  return BigInt(`0x${hex}`).toString(36).padStart(width, '0');
}

/** A hash's 16 bytes, as the list log stores them; undefined if the hash holds more than 128 bits. */
export function hashToBytes(hash: string): Uint8Array | undefined {
  let value = 0n;
  for (let at = 0; at < hash.length; at += 5) {
    value = value * 60466176n + BigInt(Number.parseInt(hash.slice(at, at + 5), 36));
  }
  const hex = value.toString(16).padStart(HASH_HEX, '0');
  return hex.length > HASH_HEX ? undefined : Buffer.from(hex, 'hex');
}

export type LinkUse = 'pay' | 'me' | 'optout' | 'feed' | 'reply';

/** `proof` is derived from the collection's id and the link's use. Only the account's salt gives it. */
export const linkToken = ({ account, hash }: CollectionRef, proof: string): string => `${account}${hash}${proof}`;

export const LINK_TOKEN_LENGTH = ACCOUNT_LENGTH + 2 * HASH_LENGTH;

export type LinkToken = { ref: CollectionRef; proof: string };

const PROOF = /^(.+?)([0-9a-z]{25})$/;

/** Undefined if the token is malformed. Do not trust a token before `isOurLink` has verified it. */
export function parseLinkToken(token: string): LinkToken | undefined {
  const [, owned, proof] = PROOF.exec(token) ?? [];
  const ref = owned === undefined ? undefined : parseCollectionId(`pay_${owned}`);
  return ref === undefined || proof === undefined ? undefined : { ref, proof };
}

/** Whether the token was made for this use with the account's salt. Compares in constant time. */
export const isOurLink = ({ ref, proof }: LinkToken, use: LinkUse, salt: string, address?: string): boolean =>
  timingSafeEqual(Buffer.from(proof), Buffer.from(linkProof(ref, use, salt, address)));

/** `address`: of a link that belongs to one address of its collection. */
export const linkProof = (ref: CollectionRef, use: LinkUse, salt: string, address?: string): string =>
  deriveHash(salt, use, address === undefined ? collectionId(ref) : `${collectionId(ref)}#${address}`);
