/** The French words of a statement and a receipt. */
import type { StatementWords } from '#lib/words/statement-words.ts';

export const statementWords: StatementWords = {
  title: 'Relevé de compte',
  days: (from, to) => `Du ${from} au ${to}`,
  opening: 'Dû avant',
  closing: 'Dû à la fin',
  credit: 'Payé en trop, dû au client',
  balance: (sum) => `Dû ensuite : ${sum}`,
  nothing: "Rien n'a été demandé ni payé pendant ces jours.",
  kinds: {
    asked: 'Demandé',
    corrected: 'Corrigé',
    received: 'Paiement',
    returned: 'Remboursé',
    restored: 'Rétabli',
    moved: 'Transféré',
    credited: 'Avoir',
    written_off: 'Abandonné',
    reinstated: 'Demandé à nouveau',
    overpaid: 'Payé en trop',
  },
  receipt: 'Reçu',
  number: 'Numéro du reçu',
  wentBack: 'Remboursé depuis',
  print: 'Imprimer',
};
