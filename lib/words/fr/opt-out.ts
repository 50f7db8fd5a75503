/** The French words of the opt-out page. */
import type { OptOutWords } from '#lib/words/page-words.ts';

export const optOut: OptOutWords = {
  title: 'Rappels de paiement',
  ask: (merchant) =>
    `Arrêter tous les rappels de paiement par WhatsApp, SMS et e-mail, pour ${merchant} et les autres marchands ?`,
  button: 'Arrêter les rappels',
  done: 'Vous ne recevrez plus de rappels. Cela ne change rien à ce que vous devez payer.',
  unknown: "Ce lien n'est pas complet. Ouvrez-le de nouveau depuis le message que vous avez reçu.",
};
