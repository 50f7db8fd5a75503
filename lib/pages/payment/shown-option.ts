/** Selects the payment options that need no page of a provider. */
import type { Collection } from '#lib/domain/collection.ts';
import { cleanText } from '#lib/domain/message/clean-text.ts';
import type { ProviderOption } from '#lib/domain/payment/payment-option.ts';

export type ShownOption =
  | { kind: 'bank'; bankName: string; accountNumber: string; accountName: string; expiresAt: string }
  | { kind: 'mobile'; network: string; instructions: readonly Instruction[]; expiresAt: string };

/** A part of a provider's instructions: words, or a link to its page. */
export type Instruction = { kind: 'text' | 'link'; text: string };

/** The options that are still valid. Two methods may lead to the same account, which is shown once. */
export function shownOptions({ options, contact }: Collection, now: Date): ShownOption[] {
  const usable = options.filter(({ expiresAt }) => expiresAt > now.toISOString());
  const shown = usable.flatMap((option) => shownOption(option, contact.phone));
  const accounts = shown.map((option) => (option.kind === 'bank' ? option.accountNumber : option.network));
  return shown.filter((_, at) => accounts.indexOf(accounts[at] ?? '') === at);
}

function shownOption(option: ProviderOption, phone: string): ShownOption[] {
  const { expiresAt } = option;
  switch (option.method) {
    // The provider's link may be used up; the page's button opens a new session.
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

/** A provider's text may contain links, unlike a caller's: some payments are approved on a page. */
const instructionsOf = (text: string, phone: string): Instruction[] =>
  text.split(/(https:\/\/\S+[^\s.,;:!?)])/).flatMap((part, at): Instruction[] => {
    if (at % 2 === 1 && URL.canParse(part)) return [{ kind: 'link', text: part }];
    const words = withoutPhone(cleanText(part), phone);
    return words === '' ? [] : [{ kind: 'text', text: words }];
  });

/** The last eight digits are the same in national and international numbers. */
const COMPARED_DIGITS = 8;

/** Everyone with the link can see the page, so the contact's number is masked in a provider's text. */
function withoutPhone(text: string, phone: string): string {
  const ending = phone.replace(/\D/g, '').slice(-COMPARED_DIGITS);
  return text.replace(/\+?\d(?:[\s().-]*\d){6,}/g, (found) =>
    found.replace(/\D/g, '').endsWith(ending) ? `…${ending.slice(-2)}` : found,
  );
}
