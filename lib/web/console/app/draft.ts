/** What the form for a new collection holds, and the request that it makes. */
import { valueOfAmount } from './typed-values.ts';

export type Draft = {
  firstName: string;
  lastName: string;
  phone: string;
  email: string;
  amount: string;
  currency: string;
  about: string;
  reference: string;
  /** Empty, or a day; with it the service says how long it can be paid. */
  dueDate: string;
  expiresIn: string;
  /** A cadence, `service` for the service's own choice, or `none`. */
  cadence: string;
  /** `service` too. */
  tone: string;
};

/** The currencies of the countries in which most merchants are. */
const CURRENCIES: Readonly<Record<string, string>> = {
  NG: 'NGN',
  GH: 'GHS',
  KE: 'KES',
  ZA: 'ZAR',
  SN: 'XOF',
  CI: 'XOF',
  CM: 'XAF',
  GB: 'GBP',
  US: 'USD',
};

export const CURRENCIES_IN_USE = [...new Set([...Object.values(CURRENCIES), 'EUR', 'MAD', 'TZS', 'UGX'])].toSorted();

export const firstDraft = (country = 'NG'): Draft => ({
  firstName: '',
  lastName: '',
  phone: '',
  email: '',
  amount: '',
  currency: CURRENCIES[country] ?? 'EUR',
  about: '',
  reference: '',
  dueDate: '',
  expiresIn: '10080',
  cadence: 'service',
  tone: 'service',
});

const KEPT = 'draft';

/** What was typed stays over a reload, another screen and a sign-out, in this tab and for the member who typed it. */
export function keepDraft(member: string, draft: Draft | undefined): void {
  if (draft === undefined) sessionStorage.removeItem(KEPT);
  else sessionStorage.setItem(KEPT, JSON.stringify({ member, draft }));
}

export function keptDraft(member: string): Draft | undefined {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as { member: string; draft: Draft } | null;
  return kept?.member === member ? kept.draft : undefined;
}

export function requestOf({ firstName, lastName, phone, email, ...draft }: Draft) {
  const { amount, currency, about, reference, dueDate, expiresIn, cadence, tone } = draft;
  const given = { ...(cadence !== 'service' && { cadence }), ...(tone !== 'service' && { tone }) };
  const followUp = cadence === 'none' ? { enabled: false } : given;
  return {
    reference: reference.trim(),
    amount: { value: valueOfAmount(amount, currency), currency: currency.trim().toUpperCase() },
    contact: { firstName, lastName, phone, email: email.trim() },
    ...(about.trim() !== '' && { metadata: { description: about.trim() } }),
    ...(dueDate === '' ? { expiresIn: Number(expiresIn) } : { dueDate }),
    payable: { enabled: true, methods: ['payment_link'] },
    ...(Object.keys(followUp).length > 0 && { followUp }),
  };
}

/** What a plan needs, and what is not there yet: before, there is nothing to preview. */
export const missingIn = (draft: Draft): (keyof Draft)[] => [
  ...(['firstName', 'lastName', 'phone', 'email', 'currency'] as const).filter((name) => draft[name].trim() === ''),
  ...(valueOfAmount(draft.amount, draft.currency) > 0 ? [] : (['amount'] as const)),
];

/** A preview needs no reference. */
export function previewOf(draft: Draft): object {
  const { reference, ...rest } = requestOf(draft);
  return { ...(reference !== '' && { reference }), ...rest };
}
