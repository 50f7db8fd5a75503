/** Whom an export or an erasure is about: `--contact`, `--phone` or `--email`. */
import { UsageError, type Values } from '#infra/cli/command.ts';
import type { Account } from '#lib/domain/account.ts';
import type { ContactLookup } from '#lib/domain/contact.ts';
import { emailSubject, phoneSubject, type Subject } from '#lib/domain/erasure.ts';
import { countDigits, PHONE_DIGITS, parsePhone } from '#lib/domain/phone.ts';

/** `lookup`: what is given of the contact; nothing, if it is an id, or a hash in the log. */
export type Whom = { account: Account; subject: Subject; lookup: Partial<ContactLookup>; shown: string };

const CONTACT_ID = /^contact_[0-9a-z]{25}$/;
/** One `@`, something on both sides of it, and no space. */
const EMAIL = /^[^\s@]+@[^\s@]+$/;

const NAMES = ['contact', 'phone', 'email'] as const;

/** @throws {UsageError} unless exactly one of the three is given, and well formed */
export function readWhom(values: Values): (account: Account) => Whom {
  const given = NAMES.filter((name) => values[name] !== undefined);
  const [by] = given;
  if (by === undefined || given.length > 1) throw new UsageError('Give one of --contact, --phone and --email.');
  const value = String(values[by]).trim();
  if (by === 'contact') {
    if (!CONTACT_ID.test(value)) throw new UsageError("--contact must be a contact's id, as a collection shows it");
    return (account) => ({ account, subject: { by, value }, lookup: {}, shown: value });
  }
  if (by === 'email') {
    if (!EMAIL.test(value)) throw new UsageError('--email must be an email address, such as ada@example.com');
    const email = value.toLowerCase();
    return (account) => ({ account, subject: emailSubject(account.salt, email), lookup: { email }, shown: email });
  }
  const digits = countDigits(value);
  if (digits < PHONE_DIGITS.min || digits > PHONE_DIGITS.max) throw new UsageError('--phone must be a phone number');
  return (account) => {
    const phone = parsePhone(value, account.country).lookup;
    return { account, subject: phoneSubject(account.salt, phone), lookup: { phone }, shown: phone };
  };
}
