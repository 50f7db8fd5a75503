/** The English words of a statement and a receipt. */
import type { StatementWords } from '#lib/words/statement-words.ts';

export const statementWords: StatementWords = {
  title: 'Statement of account',
  days: (from, to) => `${from} to ${to}`,
  opening: 'Owed before',
  closing: 'Owed at the end',
  credit: 'Paid too much, and owed to the customer',
  balance: (sum) => `Owed after it: ${sum}`,
  nothing: 'Nothing was asked or paid in these days.',
  kinds: {
    asked: 'Asked',
    corrected: 'Corrected',
    received: 'Payment',
    returned: 'Given back',
    restored: 'Restored',
    moved: 'Moved',
    credited: 'Credit',
    written_off: 'Written off',
    reinstated: 'Asked for again',
    overpaid: 'Paid too much',
  },
  receipt: 'Receipt',
  number: 'Receipt number',
  wentBack: 'Given back since',
  print: 'Print',
};
