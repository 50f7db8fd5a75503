/** Canaries: unique words for every field that holds data of a person or a merchant, so that a leak is found by search. */
import { randomBytes, randomInt } from 'node:crypto';
import { aCollection } from '#test/end-to-end/requests.ts';

export type Canaries = {
  merchant: string;
  firstName: string;
  lastName: string;
  phone: string;
  email: string;
  reference: string;
  text: string;
};

/** `tag` names the account, so that a found canary shows whose it is. */
export function newCanaries(tag: string): Canaries {
  const own = `${tag}${randomBytes(4).toString('hex')}`;
  return {
    merchant: `Merchant ${own}`,
    firstName: `First${own}`,
    lastName: `Last${own}`,
    phone: `+234803${String(randomInt(10_000_000)).padStart(7, '0')}`,
    email: `mail.${own}@canary.example`,
    reference: `ref-${own}`,
    text: `text ${own}`,
  };
}

/** The body of a create with a canary in every text field. */
export function canaryCollection(canaries: Canaries, given: Record<string, unknown> = {}): Record<string, unknown> {
  const { firstName, lastName, phone, email, reference, text } = canaries;
  return aCollection({
    reference,
    contact: { firstName, lastName, phone, email },
    metadata: { description: text, note: text },
    ...given,
  });
}

/** All canaries in their possible spellings: URL-encoded, and phones without their country code. */
export const spellings = ({ phone, ...texts }: Canaries): string[] =>
  [...Object.values(texts), phone, phone.slice(4), `0${phone.slice(4)}`].flatMap((text) => [
    text,
    encodeURIComponent(text),
  ]);

/** The words that occur in the text, ignoring case. */
export function found(text: string, words: Iterable<string>): string[] {
  const lower = text.toLowerCase();
  return [...words].filter((word) => lower.includes(word.toLowerCase()));
}
