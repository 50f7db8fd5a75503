/** French. Belgium, Canada and Switzerland read other languages more, and get English. */
import type { LanguageFacts } from '#lib/words/language-facts.ts';

export { answers } from './answers.ts';
export { memberEmails } from './member-emails.ts';
export { notify, optOut, paymentPage } from './pages.ts';
export { reminders } from './reminders.ts';

const WEEKDAYS = ['dim.', 'lun.', 'mar.', 'mer.', 'jeu.', 'ven.', 'sam.'];
const MONTHS = ['janv.', 'févr.', 'mars', 'avr.', 'mai', 'juin', 'juil.', 'août', 'sept.', 'oct.', 'nov.', 'déc.'];

export const facts: LanguageFacts = {
  name: 'Français',
  locale: 'fr',
  // biome-ignore format: a country on each line would fill the screen.
  countries: [
    'BF', 'BI', 'BJ', 'BL', 'CD', 'CF', 'CG', 'CI', 'CM', 'DJ', 'DZ', 'FR', 'GA', 'GF', 'GN', 'GP',
    'HT', 'KM', 'LU', 'MA', 'MC', 'MF', 'MG', 'ML', 'MQ', 'MR', 'NC', 'NE', 'PF', 'PM', 'RE', 'SN',
    'TD', 'TG', 'TN', 'WF', 'YT',
  ],
  amount: { thousands: '\u202f', decimal: ',', isCurrencyFirst: false },
  expiry: ({ weekday, day, month, clock }) => `${WEEKDAYS[weekday]} ${day} ${MONTHS[month]} à ${clock}`,
  day: ({ weekday, day, month, year }) => `${WEEKDAYS[weekday]} ${day} ${MONTHS[month]} ${year}`,
  dateTime: ({ day, month, year, clock }) => `${day} ${MONTHS[month]} ${year} à ${clock}`,
  daysPast: (count) => (count === 1 ? '1 jour' : `${count} jours`),
  owed: (count, sum) => (count === 1 ? `1 paiement, ${sum}` : `${count} paiements, ${sum} au total`),
  dueOn: (day) => `à régler le ${day}`,
  payableUntil: (expiry) => `payable jusqu'au ${expiry}`,
  unnamedMerchant: 'votre marchand',
};
