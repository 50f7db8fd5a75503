/** Swahili, for Tanzania: Kenya and Uganda keep English. Reviewed: not yet by a native speaker. */
import type { LanguageFacts } from '#lib/words/language-facts.ts';

export { answers } from './answers.ts';
export { memberEmails } from './member-emails.ts';
export { notify, optOut, paymentPage } from './pages.ts';
export { reminders } from './reminders.ts';

const WEEKDAYS = ['Jumapili', 'Jumatatu', 'Jumanne', 'Jumatano', 'Alhamisi', 'Ijumaa', 'Jumamosi'];
const MONTHS = ['Jan', 'Feb', 'Mac', 'Apr', 'Mei', 'Jun', 'Jul', 'Ago', 'Sep', 'Okt', 'Nov', 'Des'];

export const facts: LanguageFacts = {
  name: 'Kiswahili',
  locale: 'sw',
  countries: ['TZ'],
  amount: { thousands: ',', decimal: '.', isCurrencyFirst: true },
  // The clock of a watch, as phones show it, and not the hours that Swahili counts from sunrise.
  expiry: ({ weekday, day, month, clock }) => `${WEEKDAYS[weekday]} ${day} ${MONTHS[month]}, ${clock}`,
  day: ({ weekday, day, month, year }) => `${WEEKDAYS[weekday]} ${day} ${MONTHS[month]} ${year}`,
  dateTime: ({ day, month, year, clock }) => `${day} ${MONTHS[month]} ${year}, ${clock}`,
  daysPast: (count) => (count === 1 ? 'siku 1 iliyopita' : `siku ${count} zilizopita`),
  owed: (count, sum) => (count === 1 ? `malipo 1, ${sum}` : `malipo ${count}, jumla ${sum}`),
  dueOn: (day) => `yanatakiwa ${day}`,
  payableUntil: (expiry) => `yanaweza kulipwa hadi ${expiry}`,
  unnamedMerchant: 'mfanyabiashara wako',
};
