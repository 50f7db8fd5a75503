/** The ways to pay that need no page of a provider's: what the payer has to know to use them. */
import type { Collection } from '#lib/domain/collection.ts';
import { cleanText } from '#lib/domain/message/clean-text.ts';
import type { ProviderOption } from '#lib/domain/payment/payment-option.ts';

export type ShownOption =
  | { kind: 'bank'; bankName: string; accountNumber: string; accountName: string; expiresAt: string }
  | { kind: 'mobile'; network: string; instructions: readonly Instruction[]; expiresAt: string };

/** A part of what a provider says to do: words, or a page of the provider's. */
export type Instruction = { kind: 'text' | 'link'; text: string };

/** Those that can still be used, each account once: two methods may lead to the same one. */
export function shownOptions({ options, contact }: Collection, now: Date): ShownOption[] {
  const usable = options.filter(({ expiresAt }) => expiresAt > now.toISOString());
  const shown = usable.flatMap((option) => shownOption(option, contact.phone));
  const accounts = shown.map((option) => (option.kind === 'bank' ? option.accountNumber : option.network));
  return shown.filter((_, at) => accounts.indexOf(accounts[at] ?? '') === at);
}

function shownOption(option: ProviderOption, phone: string): ShownOption[] {
  const { expiresAt } = option;
  switch (option.method) {
    // A link of the provider's that may be used up; our button opens a fresh one.
    case 'card':
      return [];
    case 'virtual_account':
    case 'bank_transfer': {
      const { bankName, accountNumber, accountName } = option;
      return [{ kind: 'bank', bankName, accountNumber, accountName, expiresAt }];
    }
    case 'mobile_money': {
      const instructions = instructionsOf(option.instructions, phone);
      return [{ kind: 'mobile', network: option.provider, instructions, expiresAt }];
    }
  }
}

/** Unlike what callers type, a provider's sentence may lead somewhere: some have a payment approved on a page. */
const instructionsOf = (text: string, phone: string): Instruction[] =>
  text.split(/(https:\/\/\S+[^\s.,;:!?)])/).flatMap((part, at): Instruction[] => {
    if (at % 2 === 1 && URL.canParse(part)) return [{ kind: 'link', text: part }];
    const words = withoutPhone(cleanText(part), phone);
    return words === '' ? [] : [{ kind: 'text', text: words }];
  });

/** So many last digits are the same however a number is written. */
const TELLING_DIGITS = 8;

/** Anyone with the link may see the page, so a provider's sentence does not show the contact's number on it. */
function withoutPhone(text: string, phone: string): string {
  const ending = phone.replace(/\D/g, '').slice(-TELLING_DIGITS);
  return text.replace(/\+?\d(?:[\s().-]*\d){6,}/g, (found) =>
    found.replace(/\D/g, '').endsWith(ending) ? `…${ending.slice(-2)}` : found,
  );
}
