/** The Hausa words of a statement and a receipt. Reviewed: not yet by a native speaker. */
import type { StatementWords } from '#lib/words/statement-words.ts';

export const statementWords: StatementWords = {
  title: 'Bayanin lissafi',
  days: (from, to) => `${from} zuwa ${to}`,
  opening: 'Bashin da',
  closing: 'Bashi a ƙarshe',
  credit: 'An biya fiye da kima, na abokin ciniki ne',
  balance: (sum) => `Bashi bayansa: ${sum}`,
  nothing: 'Ba a nemi ko biyan komai ba a waɗannan kwanaki.',
  kinds: {
    asked: 'An nema',
    corrected: 'An gyara',
    received: 'Biya',
    returned: 'An mayar',
    restored: 'An dawo da shi',
    moved: 'An ƙaura',
    credited: 'Rangwame',
    written_off: 'An yafe',
    reinstated: 'An sake nema',
    overpaid: 'An biya fiye da kima',
  },
  receipt: 'Rasit',
  number: 'Lambar rasit',
  wentBack: 'An mayar tun daga lokacin',
  print: 'Buga',
};
