/** The French phrases of the payment page. */
import type { Words } from './words.ts';

export const fr: Words = {
  heading: {
    open: (merchant) => `Paiement à ${merchant}`,
    completed: 'Paiement reçu',
    expired: 'Cette demande a expiré',
    cancelled: 'Cette demande a été annulée',
  },
  meaning: {
    completed: (merchant) => `Merci. Votre paiement à ${merchant} est terminé, vous n'avez plus rien à faire.`,
    expired: (merchant) =>
      `Elle ne peut plus être payée ici. Si vous souhaitez encore payer, adressez-vous à ${merchant}.`,
    cancelled: (merchant) => `${merchant} ne demande plus ce paiement. Vous n'avez rien à payer.`,
  },
  partly: (merchant) =>
    `Une partie du montant a été reçue. Adressez-vous à ${merchant} pour savoir ce qu'elle devient.`,
  toPay: 'À payer',
  stillToPay: 'Reste à payer',
  amount: 'Montant',
  received: 'Reçu',
  about: 'Pour',
  reference: 'Référence',
  payBefore: 'Avant le',
  overdue: 'Ce paiement est en retard. Vous pouvez encore le faire.',
  confirming: 'Votre paiement est en cours de confirmation. Cela peut prendre une minute.',
  checkAgain: 'Vérifier de nouveau',
  notFinished: "Vous n'avez pas terminé le paiement\u00a0?",
  down: (provider) =>
    `${provider} ne peut pas prendre de paiement pour le moment. Rien n'a été débité. Merci de réessayer bientôt.`,
  noProvider: (merchant) =>
    `Ce paiement ne peut pas être fait en ligne. Demandez à ${merchant} comment payer, en indiquant la référence.`,
  leaving: (host) => `Votre paiement est prêt sur ${host}.`,
  pay: (amount) => `Payer ${amount}`,
  continueTo: (host) => `Continuer sur ${host}`,
  next: (provider) => `Vous payez sur la page sécurisée de ${provider}.`,
  test: "Test\u00a0: aucun argent réel n'est transféré.",
  transfer: 'Payer par virement bancaire',
  exactly: (amount) => `Virez exactement ${amount} à\u00a0:`,
  bank: 'Banque',
  accountNumber: 'Numéro de compte',
  accountName: 'Titulaire du compte',
  usableUntil: "Valable jusqu'au",
  mobile: (network) => `Payer avec ${network}`,
  known: (merchant) => `Ne payez que si vous connaissez ${merchant} et attendez cette demande.`,
  unknown: {
    heading: "Ce lien n'est pas complet",
    text: 'Ouvrez-le de nouveau depuis le message que vous avez reçu.',
  },
};
