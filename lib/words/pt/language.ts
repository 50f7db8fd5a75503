/** Portuguese, as Africa and Portugal write it. Reviewed: not yet by a native speaker. */
import type { LanguageFacts } from '#lib/words/language-facts.ts';

export { answers } from './answers.ts';
export { memberEmails } from './member-emails.ts';
export { notify, optOut, paymentPage } from './pages.ts';
export { reminders } from './reminders.ts';

const WEEKDAYS = ['dom.', 'seg.', 'ter.', 'qua.', 'qui.', 'sex.', 'sáb.'];
const MONTHS = ['jan.', 'fev.', 'mar.', 'abr.', 'maio', 'jun.', 'jul.', 'ago.', 'set.', 'out.', 'nov.', 'dez.'];

export const facts: LanguageFacts = {
  name: 'Português',
  locale: 'pt-PT',
  countries: ['AO', 'BR', 'CV', 'GW', 'MZ', 'PT', 'ST'],
  amount: { thousands: '\u202f', decimal: ',', isCurrencyFirst: false },
  expiry: ({ weekday, day, month, clock }) => `${WEEKDAYS[weekday]} ${day} ${MONTHS[month]}, ${clock}`,
  day: ({ weekday, day, month, year }) => `${WEEKDAYS[weekday]} ${day} ${MONTHS[month]} ${year}`,
  dateTime: ({ day, month, year, clock }) => `${day} ${MONTHS[month]} ${year}, ${clock}`,
  daysPast: (count) => (count === 1 ? '1 dia' : `${count} dias`),
  owed: (count, sum) => (count === 1 ? `1 pagamento, ${sum}` : `${count} pagamentos, ${sum} no total`),
  dueOn: (day) => `vence em ${day}`,
  payableUntil: (expiry) => `a pagar até ${expiry}`,
  unnamedMerchant: 'o seu comerciante',
};
