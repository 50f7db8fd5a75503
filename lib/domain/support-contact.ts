/** Checks how customers reach a merchant. It is apart from the account, which most functions read without phone rules. */
import { parsePhone } from './phone.ts';

const MAX_EMAIL_LENGTH = 254;
/** Narrower than the standard: what every mail program opens from a link without escapes. */
const EMAIL = /^[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i;

/** The E.164 form of an international number; undefined when it is not one. */
export function supportPhone(typed: string): string | undefined {
  const { text, reachable } = parsePhone(typed, undefined);
  return reachable ? text : undefined;
}

export const isSupportEmail = (text: string): boolean => text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text);
