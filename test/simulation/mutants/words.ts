/** Mutants of what reminders say, and of who may say that they are to stop. */
import type { Mutant } from './mutant.ts';

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const saying = (from: RegExp, to: (found: string) => string): Mutant['seams'] => ({
  message: (text) => text.replace(from, to),
});

export const WORDS: readonly Mutant[] = [
  {
    name: 'week that begins on Monday',
    mistake: 'A reminder counts the days of the week from Monday, and names the day before.',
    breaks: [14],
    within: 20,
    seams: saying(/\b(Sun|Mon|Tue|Wed|Thu|Fri|Sat)(?= \d)/g, (day) => DAYS.at(DAYS.indexOf(day) - 1) ?? day),
  },
  {
    name: 'word left out in French',
    mistake: 'A French reminder lacks the word before what the payment is for.',
    breaks: [14],
    within: 200,
    seams: saying(/ pour /g, () => ' '),
  },
  {
    name: 'link to no host',
    mistake: 'A reminder is rendered before the address of the service is known.',
    breaks: [14],
    within: 20,
    seams: saying(/https:\/\/[a-z.]+(?=\/(?:pay|u)\/)/g, () => 'undefined'),
  },
  {
    name: 'no thanks in an SMS',
    mistake: 'An SMS never thanks for the part that was paid, though there is room.',
    breaks: [14],
    from: 1,
    within: 400,
    seams: saying(
      / (?:Thank you for the|Merci pour les) [A-Z]{3} [\d,.]+ (?:received so far|déjà versés)\.(?= [PSM])/g,
      () => '',
    ),
  },
  {
    name: 'two decimals for every currency',
    mistake: 'A reminder shows two decimals of a currency that has three.',
    breaks: [14],
    within: 1_000,
    seams: saying(/\b(?:BHD|IQD|JOD|KWD|LYD|OMR|TND) [\d,]+\.\d{3}\b/g, (amount) => amount.slice(0, -1)),
  },
  {
    name: 'opted out by looking',
    mistake: 'To open an opt-out link is enough, so that mail programs opt their readers out.',
    breaks: [14],
    within: 100,
    seams: {
      functions: (real) => ({
        ...real,
        unsubscribe: (event: Parameters<typeof real.unsubscribe>[0], context: Parameters<typeof real.unsubscribe>[1]) =>
          real.unsubscribe({ ...event, httpMethod: 'POST' }, context),
      }),
    },
  },
];
