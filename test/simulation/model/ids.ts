/** Every id is derived from what it names (design §1 "Ids", decision 3), so the model can say it before it has been answered. */
import { createHmac } from 'node:crypto';
import type { AccountFacts } from './wire.ts';

const DIGITS = 25;
const BYTES = 16;

/** Design §1: HMAC-SHA-256 under the account's salt of "use:value", the first 128 bits, in base 36. */
function derive(salt: string, use: string, value: string): string {
  const digest = createHmac('sha256', salt).update(`${use}:${value}`).digest();
  return BigInt(`0x${digest.subarray(0, BYTES).toString('hex')}`)
    .toString(36)
    .padStart(DIGITS, '0');
}

export const collectionIdOf = ({ id, salt }: AccountFacts, reference: string): string =>
  `pay_${id}${derive(salt, 'collection', reference)}`;

export const providerIdOf = ({ id, salt }: AccountFacts, slug: string): string =>
  `prv_${id}${derive(salt, 'provider', slug)}`;

/** `phone` is in the form by which contacts are looked up. */
export const contactIdOf = ({ salt }: AccountFacts, phone: string): string =>
  `contact_${derive(salt, 'contact', phone)}`;

const ACCOUNT_DIGITS = 10;

/** Whose an id is: it names its account and its partition (design §1). */
export const accountOfId = (id: string): string => id.slice('pay_'.length, 'pay_'.length + ACCOUNT_DIGITS);

/** The hash in an id, which also begins the tokens of its links. */
const hashOfId = (id: string): string => id.slice('pay_'.length + ACCOUNT_DIGITS);

/** Design §4: account + hash + HMAC(salt, "pay:" + id). */
export const payTokenOf = ({ id: account, salt }: AccountFacts, collectionId: string): string =>
  `${account}${hashOfId(collectionId)}${derive(salt, 'pay', collectionId)}`;

/** As the pay token, for another use. */
export const optOutTokenOf = ({ id: account, salt }: AccountFacts, collectionId: string): string =>
  `${account}${hashOfId(collectionId)}${derive(salt, 'optout', collectionId)}`;

export const payLinkOf = (account: AccountFacts, collectionId: string, baseUrl: string): string =>
  `${baseUrl}/pay/${payTokenOf(account, collectionId)}`;

const WELL_FORMED = { pay: /^pay_[0-9a-z]{35}$/, prv: /^prv_[0-9a-z]{35}$/ };

/** What is not an id of ours names nothing: 404 (design §1 "Errors"). */
export const isId = (prefix: keyof typeof WELL_FORMED, text: string): boolean => WELL_FORMED[prefix].test(text);
