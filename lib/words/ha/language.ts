/** Hausa, for who chooses it: the phones of Nigeria, Niger and Ghana keep English and French. Reviewed: not yet by a native speaker. */
import type { LanguageFacts } from '#lib/words/language-facts.ts';

export { answers } from './answers.ts';
export { memberEmails } from './member-emails.ts';
export { notify, optOut, paymentPage } from './pages.ts';
export { reminders } from './reminders.ts';

const WEEKDAYS = ['Lahadi', 'Litinin', 'Talata', 'Laraba', 'Alhamis', "Jumma'a", 'Asabar'];
const MONTHS = ['Jan', 'Fab', 'Mar', 'Afi', 'May', 'Yun', 'Yul', 'Agu', 'Sat', 'Okt', 'Nuw', 'Dis'];

export const facts: LanguageFacts = {
  name: 'Hausa',
  locale: 'ha',
  countries: [],
  amount: { thousands: ',', decimal: '.', isCurrencyFirst: true },
  expiry: ({ weekday, day, month, clock }) => `${WEEKDAYS[weekday]} ${day} ${MONTHS[month]}, ${clock}`,
  day: ({ weekday, day, month, year }) => `${WEEKDAYS[weekday]} ${day} ${MONTHS[month]} ${year}`,
  dateTime: ({ day, month, year, clock }) => `${day} ${MONTHS[month]} ${year}, ${clock}`,
  daysPast: (count) => (count === 1 ? 'kwana 1' : `kwana ${count}`),
  owed: (count, sum) => (count === 1 ? `biya 1, ${sum}` : `biya ${count}, jimla ${sum}`),
  dueOn: (day) => `ranar biya ${day}`,
  payableUntil: (expiry) => `ana iya biya har ${expiry}`,
  unnamedMerchant: 'dan kasuwarku',
};
