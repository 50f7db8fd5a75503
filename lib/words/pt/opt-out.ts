/** The Portuguese words of the opt-out page. Reviewed: not yet by a native speaker. */
import type { OptOutWords } from '#lib/words/page-words.ts';

export const optOut: OptOutWords = {
  title: 'Lembretes de pagamento',
  ask: (merchant) =>
    `Parar todos os lembretes de pagamento por WhatsApp, SMS e e-mail, sobre o seu pagamento a ${merchant} e a outros?`,
  button: 'Parar os lembretes',
  done: 'Não vai receber mais lembretes. Isto não muda o que tem a pagar.',
  unknown: 'Este link não está completo. Abra-o de novo a partir da mensagem que recebeu.',
};
