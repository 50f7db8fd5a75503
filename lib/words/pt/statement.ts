/** The Portuguese words of a statement and a receipt. */
import type { StatementWords } from '#lib/words/statement-words.ts';

export const statementWords: StatementWords = {
  title: 'Extrato de conta',
  days: (from, to) => `De ${from} a ${to}`,
  opening: 'Em dívida antes',
  closing: 'Em dívida no fim',
  credit: 'Pago a mais, devido ao cliente',
  balance: (sum) => `Em dívida depois: ${sum}`,
  nothing: 'Nada foi pedido nem pago nestes dias.',
  kinds: {
    asked: 'Pedido',
    corrected: 'Corrigido',
    received: 'Pagamento',
    returned: 'Devolvido',
    restored: 'Reposto',
    moved: 'Transferido',
    credited: 'Crédito',
    written_off: 'Anulado',
    reinstated: 'Pedido de novo',
    overpaid: 'Pago a mais',
  },
  receipt: 'Recibo',
  number: 'Número do recibo',
  wentBack: 'Devolvido desde então',
  print: 'Imprimir',
};
