/** The Swahili words of a statement and a receipt. */
import type { StatementWords } from '#lib/words/statement-words.ts';

export const statementWords: StatementWords = {
  title: 'Taarifa ya akaunti',
  days: (from, to) => `${from} hadi ${to}`,
  opening: 'Deni la kabla',
  closing: 'Deni mwishoni',
  credit: 'Kilicholipwa zaidi, anachodai mteja',
  balance: (sum) => `Deni baada ya hapo: ${sum}`,
  nothing: 'Hakuna kilichoombwa wala kulipwa katika siku hizi.',
  kinds: {
    asked: 'Kimeombwa',
    corrected: 'Kimesahihishwa',
    received: 'Malipo',
    returned: 'Kimerudishwa',
    restored: 'Kimerejeshwa',
    moved: 'Kimehamishwa',
    credited: 'Punguzo',
    written_off: 'Kimefutwa',
    reinstated: 'Kimeombwa tena',
    overpaid: 'Kimelipwa zaidi',
  },
  receipt: 'Risiti',
  number: 'Namba ya risiti',
  wentBack: 'Kimerudishwa tangu hapo',
  print: 'Chapisha',
};
