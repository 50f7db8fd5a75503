/** The Portuguese words of the email and the page that confirm an address for notices. Reviewed: not yet by a native speaker. */
import type { NotifyWords } from '#lib/words/page-words.ts';

export const notify: NotifyWords = {
  mail: {
    subject: 'Confirme este endereço para avisos técnicos',
    ask: 'Alguém quer que este endereço seja avisado quando o seu endpoint de webhooks falhar. Se foi você, confirme:',
    ignore: 'Se não foi você, não faça nada, ou diga-o atrás do link: não vai receber mais estes e-mails.',
  },
  title: 'Avisos técnicos',
  ask: (merchant) =>
    `Receber um e-mail neste endereço quando um endpoint de webhooks de ${merchant} falhar? No máximo um por dia.`,
  confirm: 'Sim, enviar avisos',
  refuse: 'Não, nenhum e-mail daqui',
  confirmed: 'Obrigado. Vai receber um e-mail quando um endpoint falhar. Pode parar isso aqui a qualquer momento.',
  refused: 'Não vai receber mais e-mails daqui, nem lembretes de pagamento.',
  unknown: 'Este link não está completo. Abra-o de novo a partir do e-mail que recebeu.',
};
