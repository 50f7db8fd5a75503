/** English, which everybody gets whose country no other language lists. */
import type { LanguageFacts } from '#lib/words/language-facts.ts';

export { answers } from './answers.ts';
export { memberEmails } from './member-emails.ts';
export { notify, optOut, paymentPage } from './pages.ts';
export { reminders } from './reminders.ts';

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export const facts: LanguageFacts = {
  name: 'English',
  // British, so that a date has its day before the month.
  locale: 'en-GB',
  countries: [],
  amount: { thousands: ',', decimal: '.', isCurrencyFirst: true },
  expiry: ({ weekday, day, month, clock }) => `${WEEKDAYS[weekday]} ${day} ${MONTHS[month]}, ${clock}`,
  day: ({ weekday, day, month, year }) => `${WEEKDAYS[weekday]} ${day} ${MONTHS[month]} ${year}`,
  dateTime: ({ day, month, year, clock }) => `${day} ${MONTHS[month]} ${year}, ${clock}`,
  daysPast: (count) => (count === 1 ? '1 day' : `${count} days`),
  owed: (count, sum) => (count === 1 ? `1 payment, ${sum}` : `${count} payments, ${sum} in all`),
  dueOn: (day) => `due on ${day}`,
  payableUntil: (expiry) => `payable until ${expiry}`,
  unnamedMerchant: 'your merchant',
};
