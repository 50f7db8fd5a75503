/**
 * Public ids and the tokens in links: each names the account it belongs to, cannot be guessed, and is derived, so that equal
 * things get equal ids.
 */
import { createHmac, hash as digestOf, timingSafeEqual } from 'node:crypto';

/** Characters of an account id: lower-case base 36. */
export const ACCOUNT_LENGTH = 10;
/** Characters of a hash: 128 bits in base 36. */
const HASH_LENGTH = 25;
const HASH_BYTES = 16;
const HASH_HEX = HASH_BYTES * 2;

const ACCOUNT = `[0-9a-z]{${ACCOUNT_LENGTH}}`;
const HASH = `[0-9a-z]{${HASH_LENGTH}}`;
const COLLECTION_ID = new RegExp(`^pay_(${ACCOUNT})(${HASH})$`);
const PROVIDER_ID = new RegExp(`^prv_(${ACCOUNT})(${HASH})$`);

/** What an id derived from a value is used for; it keeps equal values of different uses apart. */
type Use = 'collection' | 'contact' | 'provider' | 'pay' | 'optout';

/** The parts of an id that names its partition. */
export type CollectionRef = { account: string; hash: string };

/** First 128 bits of HMAC-SHA-256(salt, "use:value"), as 25 base-36 characters. */
export function deriveHash(salt: string, use: Use, value: string): string {
  return hexToBase36(createHmac('sha256', salt).update(`${use}:${value}`).digest('hex').slice(0, HASH_HEX));
}

export const collectionId = ({ account, hash }: CollectionRef): string => `pay_${account}${hash}`;
export const providerId = ({ account, hash }: CollectionRef): string => `prv_${account}${hash}`;
export const contactId = (salt: string, phone: string): string => `contact_${deriveHash(salt, 'contact', phone)}`;

/** An event's id follows from what happened to what, so that a retry never makes a second one. */
export function eventId(subject: string, type: string): string {
  return `evt_${hexToBase36(digestOf('sha256', `${subject}#${type}`).slice(0, HASH_HEX))}`;
}

/** The parts of a collection's id, or undefined when it cannot be one. */
export const parseCollectionId = (id: string): CollectionRef | undefined => parseOwned(COLLECTION_ID, id);

/** The parts of a provider's id, or undefined when it cannot be one. */
export const parseProviderId = (id: string): CollectionRef | undefined => parseOwned(PROVIDER_ID, id);

function parseOwned(form: RegExp, id: string): CollectionRef | undefined {
  const match = form.exec(id);
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  return hashToBytes(match[2]) === undefined ? undefined : { account: match[1], hash: match[2] };
}

/** Any bytes as lower-case base 36, left-padded to the width their count needs (25 characters for 16 bytes). */
export const toBase36 = (bytes: Uint8Array): string => hexToBase36(Buffer.from(bytes).toString('hex'));

function hexToBase36(hex: string): string {
  const width = Math.ceil((hex.length * 4) / Math.log2(36));
  return BigInt(`0x${hex}`).toString(36).padStart(width, '0');
}

/** A hash's 16 bytes, the form the list log stores; undefined when it encodes more than 128 bits. */
export function hashToBytes(hash: string): Uint8Array | undefined {
  let value = 0n;
  for (let at = 0; at < hash.length; at += 5) {
    value = value * 60466176n + BigInt(Number.parseInt(hash.slice(at, at + 5), 36));
  }
  const hex = value.toString(16).padStart(HASH_HEX, '0');
  return hex.length > HASH_HEX ? undefined : Buffer.from(hex, 'hex');
}

/** What a link is for: to a collection's payment page, or out of its reminders. */
export type LinkUse = 'pay' | 'optout';

/** `proof` is derived from the collection's id for the link's use: it cannot be guessed without the account's salt. */
export const linkToken = ({ account, hash }: CollectionRef, proof: string): string => `${account}${hash}${proof}`;

/** The token in a link that leads out of reminders. */
export const optOutToken = (ref: CollectionRef, salt: string): string =>
  linkToken(ref, deriveHash(salt, 'optout', collectionId(ref)));

export type LinkToken = { ref: CollectionRef; proof: string };

const PROOF = /^(.+?)([0-9a-z]{25})$/;

/** The parts of a token, or undefined when it cannot be one. What it names is not to be believed before it is verified. */
export function parseLinkToken(token: string): LinkToken | undefined {
  const [, owned, proof] = PROOF.exec(token) ?? [];
  const ref = owned === undefined ? undefined : parseCollectionId(`pay_${owned}`);
  return ref === undefined || proof === undefined ? undefined : { ref, proof };
}

/** Whether the token was made for this use under the account's salt; takes as long whatever the proof. */
export const isOurLink = ({ ref, proof }: LinkToken, use: LinkUse, salt: string): boolean =>
  timingSafeEqual(Buffer.from(proof), Buffer.from(deriveHash(salt, use, collectionId(ref))));
