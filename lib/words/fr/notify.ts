/** The French words of the email and the page that confirm an address for notices. */
import type { NotifyWords } from '#lib/words/page-words.ts';

export const notify: NotifyWords = {
  mail: {
    subject: 'Confirmez cette adresse pour les avis techniques',
    ask: "Quelqu'un souhaite que cette adresse soit prévenue quand son point de réception de webhooks est en panne. Si c'est vous, confirmez-la :",
    ignore: "Si ce n'est pas vous, ne faites rien, ou dites-le derrière ce lien : vous ne recevrez plus ces e-mails.",
  },
  title: 'Avis techniques',
  ask: (merchant) =>
    `Recevoir un e-mail à cette adresse quand un point de réception de webhooks de ${merchant} est en panne ? Un par jour au plus.`,
  confirm: 'Oui, envoyer les avis',
  refuse: "Non, plus aucun e-mail d'ici",
  confirmed: 'Merci. Vous recevrez un e-mail en cas de panne. Vous pouvez arrêter cela ici à tout moment.',
  refused: "Vous ne recevrez plus aucun e-mail d'ici, rappels de paiement compris.",
  unknown: "Ce lien n'est pas complet. Ouvrez-le de nouveau depuis l'e-mail que vous avez reçu.",
};
