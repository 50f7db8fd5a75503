/** Selects the payment options that need no page of a provider. */
import type { Collection } from '#lib/domain/collection.ts';
import { cleanText } from '#lib/domain/message/clean-text.ts';
import type { Money } from '#lib/domain/money.ts';
import type { ProviderOption } from '#lib/domain/payment/payment-option.ts';

export type ShownOption =
  | {
      kind: 'account';
      method: 'virtual_account' | 'bank_transfer';
      bankName: string;
      accountNumber: string;
      accountName: string;
      /** What to transfer: a fee on top is part of it. */
      amount: Money;
      expiresAt: string;
    }
  | {
      kind: 'mobile';
      method: 'mobile_money';
      network: string;
      instructions: readonly Instruction[];
      needsCode: boolean;
      expiresAt: string;
    };

/** A part of a provider's instructions: words, or a link to its page. */
export type Instruction = { kind: 'text' | 'link'; text: string };

/** What was opened for another amount than is outstanding now would be paid wrongly. */
const isFor = (outstanding: Money, { asked }: { asked?: Money }, amount: Money): boolean =>
  (asked ?? amount).minor === outstanding.minor;

/** The options that can still be paid. Two methods may lead to the same account, which is shown once. */
export function shownOptions({ options, contact, amount }: Collection, outstanding: Money, now: Date): ShownOption[] {
  const shown = options.flatMap((option): ShownOption[] => {
    // The card option only leads to this page.
    if (option.method === 'card' || option.expiresAt <= now.toISOString()) return [];
    return isFor(outstanding, option, amount) ? [shownOption(option, outstanding, contact.phone)] : [];
  });
  const names = shown.map((option) => (option.kind === 'account' ? option.accountNumber : option.network));
  return shown.filter((_, at) => names.indexOf(names[at] ?? '') === at);
}

type Openable = Exclude<ProviderOption, { method: 'card' }>;

function shownOption(option: Openable, outstanding: Money, phone: string): ShownOption {
  const { expiresAt } = option;
  if (option.method !== 'mobile_money') {
    const { method, bankName, accountNumber, accountName, amount = outstanding } = option;
    return { kind: 'account', method, bankName, accountNumber, accountName, amount, expiresAt };
  }
  const { method, provider: network, needsCode = false } = option;
  return {
    kind: 'mobile',
    method,
    network,
    instructions: instructionsOf(option.instructions, phone),
    needsCode,
    expiresAt,
  };
}

/** Without encryption only on the reader's own machine, where the local run's provider is. */
const SAFE_LINK = /((?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]))\S*[^\s.,;:!?)])/;

/** A provider's text may contain links, unlike a caller's: some payments are approved on a page. */
const instructionsOf = (text: string, phone: string): Instruction[] =>
  text.split(SAFE_LINK).flatMap((part, at): Instruction[] => {
    if (at % 2 === 1 && URL.canParse(part)) return [{ kind: 'link', text: part }];
    const words = withoutPhone(cleanText(part), phone);
    return words === '' ? [] : [{ kind: 'text', text: words }];
  });

/** The last eight digits are the same in national and international numbers. */
const COMPARED_DIGITS = 8;

/** Everyone with the link can see the page, so the contact's number is masked in a provider's text. */
export function withoutPhone(text: string, phone: string): string {
  const ending = phone.replace(/\D/g, '').slice(-COMPARED_DIGITS);
  return text.replace(/\+?\d(?:[\s().-]*\d){6,}/g, (found) =>
    found.replace(/\D/g, '').endsWith(ending) ? `…${ending.slice(-2)}` : found,
  );
}
