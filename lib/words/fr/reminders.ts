/** Reminders in French. */
import type { ReminderWords } from '#lib/words/reminder-words.ts';

export const reminders: ReminderWords = {
  fallback: { firstName: 'à vous', about: 'votre demande' },
  describedBy: (description, reference) => `${description} (réf. ${reference})`,
  referredBy: (reference) => `la référence ${reference}`,
  greeting: (firstName) => `Bonjour ${firstName},`,
  reminder: {
    gentle: ({ merchant, outstanding, about, expiry }) =>
      `Petit rappel de la part de ${merchant} : votre paiement de ${outstanding} pour ${about} peut être effectué jusqu'au ${expiry}. Si vous avez déjà payé, vous pouvez ignorer ce message.`,
    professional: ({ merchant, outstanding, about, expiry }) =>
      `Ceci est un rappel de paiement de ${merchant}. Votre paiement de ${outstanding} pour ${about} n'est pas encore arrivé. Il peut être effectué jusqu'au ${expiry}.`,
    urgent: ({ merchant, outstanding, about, expiry }) =>
      `Votre paiement à ${merchant} n'est pas encore arrivé : ${outstanding} pour ${about}. La demande de paiement expire le ${expiry} et ne pourra plus être payée ensuite.`,
  },
  due: {
    before: {
      gentle: ({ merchant, outstanding, about, dueOn }) =>
        `Petit rappel de la part de ${merchant} : votre paiement de ${outstanding} pour ${about} est à régler au plus tard le ${dueOn}. Si vous avez déjà payé, vous pouvez ignorer ce message.`,
      professional: ({ merchant, outstanding, about, dueOn }) =>
        `Ceci est un rappel de paiement de ${merchant}. Votre paiement de ${outstanding} pour ${about} est à régler au plus tard le ${dueOn}. Vous pouvez le faire dès maintenant.`,
      urgent: ({ merchant, outstanding, about, dueOn }) =>
        `Ceci est une demande de paiement de ${merchant}. Votre paiement de ${outstanding} pour ${about} est à régler au plus tard le ${dueOn}. Merci de payer avant la fin de cette journée.`,
    },
    late: {
      gentle: ({ merchant, outstanding, about, dueOn, passed }) =>
        `Petit rappel de la part de ${merchant} : votre paiement de ${outstanding} pour ${about} était à régler le ${dueOn}, il y a ${passed}. Si vous avez déjà payé, vous pouvez ignorer ce message.`,
      professional: ({ merchant, outstanding, about, dueOn, passed }) =>
        `Ceci est un rappel de paiement de ${merchant}. Votre paiement de ${outstanding} pour ${about} n'est pas encore arrivé. Il était à régler le ${dueOn}, il y a ${passed}.`,
      urgent: ({ merchant, outstanding, about, dueOn, passed }) =>
        `Votre paiement à ${merchant} est en retard : ${outstanding} pour ${about}. Il était à régler le ${dueOn}, il y a ${passed}, et n'est pas encore arrivé.`,
    },
  },
  thanks: (received) => `Merci pour les ${received} déjà versés.`,
  notFound: 'Nous n’avons pas trouvé le paiement dont vous nous avez parlé',
  several: {
    also: (owed) => `Et aussi ${owed}.`,
    plain: {
      gentle: ({ merchant, owed, expiry }) =>
        `Petit rappel de la part de ${merchant} pour ${owed}, le plus ancien payable jusqu'au ${expiry}. Si vous avez déjà payé, vous pouvez ignorer ce message.`,
      professional: ({ merchant, owed, expiry }) =>
        `Ceci est un rappel de paiement de ${merchant} pour ${owed}, le plus ancien payable jusqu'au ${expiry}.`,
      urgent: ({ merchant, owed, expiry }) =>
        `Ceci est une demande de paiement de ${merchant} pour ${owed}. Le plus ancien peut être payé jusqu'au ${expiry}, et plus ensuite.`,
    },
    due: {
      before: {
        gentle: ({ merchant, owed, dueOn }) =>
          `Petit rappel de la part de ${merchant} pour ${owed}, le plus ancien à régler au plus tard le ${dueOn}. Si vous avez déjà payé, vous pouvez ignorer ce message.`,
        professional: ({ merchant, owed, dueOn }) =>
          `Ceci est un rappel de paiement de ${merchant} pour ${owed}, le plus ancien à régler au plus tard le ${dueOn}. Vous pouvez payer dès maintenant.`,
        urgent: ({ merchant, owed, dueOn }) =>
          `Ceci est une demande de paiement de ${merchant} pour ${owed}, le plus ancien à régler au plus tard le ${dueOn}.`,
      },
      late: {
        gentle: ({ merchant, owed, dueOn, passed }) =>
          `Petit rappel de la part de ${merchant} pour ${owed}, le plus ancien à régler le ${dueOn}, il y a ${passed}. Si vous avez déjà payé, vous pouvez ignorer ce message.`,
        professional: ({ merchant, owed, dueOn, passed }) =>
          `Ceci est un rappel de paiement de ${merchant} pour ${owed}, le plus ancien à régler le ${dueOn}, il y a ${passed}.`,
        urgent: ({ merchant, owed, dueOn, passed }) =>
          `Ceci est une demande de paiement de ${merchant} pour ${owed}, le plus ancien à régler le ${dueOn}, il y a ${passed}. Merci de payer maintenant.`,
      },
    },
    subject: {
      gentle: ({ merchant, owed }) => `Petit rappel de la part de ${merchant} : ${owed}`,
      professional: ({ merchant, owed }) => `Rappel de paiement de ${merchant} : ${owed}`,
      urgent: ({ merchant, owed }) => `Demande de paiement de ${merchant} : ${owed}`,
    },
    part: (outstanding, about, day) => `${outstanding} pour ${about}, ${day}`,
    more: (count) => (count === 1 ? 'et 1 autre' : `et ${count} autres`),
  },
  payOtherwise: "Merci d'utiliser les informations de paiement qui vous ont été données.",
  pay: 'Payer',
  sms: {
    reminder: {
      gentle: ({ firstName, merchant, outstanding, about, expiry }) =>
        `Bonjour ${firstName}, petit rappel de ${merchant} : ${outstanding} pour ${about}, payable jusqu'au ${expiry}.`,
      professional: ({ firstName, merchant, outstanding, about, expiry }) =>
        `Bonjour ${firstName}, rappel de paiement de ${merchant} : ${outstanding} pour ${about}, payable jusqu'au ${expiry}.`,
      urgent: ({ firstName, merchant, outstanding, about, expiry }) =>
        `Bonjour ${firstName}, votre paiement à ${merchant} n'est pas encore arrivé : ${outstanding} pour ${about}. La demande expire le ${expiry}.`,
    },
    due: {
      before: {
        gentle: ({ firstName, merchant, outstanding, about, dueOn }) =>
          `Bonjour ${firstName}, petit rappel de ${merchant} : ${outstanding} pour ${about}, à régler au plus tard le ${dueOn}.`,
        professional: ({ firstName, merchant, outstanding, about, dueOn }) =>
          `Bonjour ${firstName}, rappel de paiement de ${merchant} : ${outstanding} pour ${about}, à régler au plus tard le ${dueOn}.`,
        urgent: ({ firstName, merchant, outstanding, about, dueOn }) =>
          `Bonjour ${firstName}, ${merchant} vous demande votre paiement : ${outstanding} pour ${about}, à régler au plus tard le ${dueOn}.`,
      },
      late: {
        gentle: ({ firstName, merchant, outstanding, about, dueOn, passed }) =>
          `Bonjour ${firstName}, petit rappel de ${merchant} : ${outstanding} pour ${about}, à régler le ${dueOn}, il y a ${passed}.`,
        professional: ({ firstName, merchant, outstanding, about, dueOn, passed }) =>
          `Bonjour ${firstName}, rappel de paiement de ${merchant} : ${outstanding} pour ${about}, pas encore arrivé. C'était à régler le ${dueOn}, il y a ${passed}.`,
        urgent: ({ firstName, merchant, outstanding, about, dueOn, passed }) =>
          `Bonjour ${firstName}, votre paiement à ${merchant} est en retard : ${outstanding} pour ${about}, à régler le ${dueOn}, il y a ${passed}.`,
      },
    },
    pay: 'Payer :',
    optOut: 'Stop :',
    replyStop: 'Répondez STOP pour ne plus recevoir de rappels.',
  },
  help: {
    who: (merchant) => `${merchant} vous envoie des rappels de paiement.`,
    contactUnknown: (merchant) => `Des questions ? Veuillez contacter ${merchant}.`,
  },
  email: {
    subject: {
      gentle: ({ merchant, outstanding }) => `Petit rappel de la part de ${merchant} : ${outstanding}`,
      professional: ({ merchant, outstanding }) => `Rappel de paiement de ${merchant} : ${outstanding}`,
      urgent: ({ merchant, outstanding, expiry }) =>
        `Demande de paiement de ${merchant} : ${outstanding} jusqu'au ${expiry}`,
    },
    dueSubject: {
      before: {
        gentle: ({ merchant, outstanding, dueOn }) =>
          `Petit rappel de la part de ${merchant} : ${outstanding} à régler le ${dueOn}`,
        professional: ({ merchant, outstanding, dueOn }) =>
          `Rappel de paiement de ${merchant} : ${outstanding} à régler le ${dueOn}`,
        urgent: ({ merchant, outstanding, dueOn }) =>
          `Demande de paiement de ${merchant} : ${outstanding} à régler le ${dueOn}`,
      },
      late: {
        gentle: ({ merchant, outstanding, dueOn }) =>
          `Petit rappel de la part de ${merchant} : ${outstanding}, échu le ${dueOn}`,
        professional: ({ merchant, outstanding, dueOn }) =>
          `Rappel de paiement de ${merchant} : ${outstanding}, échu le ${dueOn}`,
        urgent: ({ merchant, outstanding, passed }) =>
          `Demande de paiement de ${merchant} : ${outstanding}, ${passed} de retard`,
      },
    },
    overdue: 'Ce paiement est en retard. Il peut encore être effectué.',
    contact: (merchant, ways) => `Une question ? Vous pouvez joindre ${merchant} : ${ways.join(' ou ')}.`,
    why: (merchant) => `Vous recevez ce rappel parce que ${merchant} vous a envoyé une demande de paiement.`,
    optOut: 'Ne plus recevoir ces rappels',
    written: (merchant) => `Un message de ${merchant}`,
  },
  whatsapp: {
    templateLanguage: 'fr',
    payByButton: 'Utilisez le bouton ci-dessous pour payer.',
    footer: 'Répondez STOP pour ne plus recevoir ces rappels.',
  },
  example: {
    firstName: 'Awa',
    merchant: 'Boutique Acme',
    outstanding: 'XOF 45,000',
    about: 'Frais de scolarité (réf. INV-42)',
    expiry: 'ven. 20 nov. à 14:00 (UTC)',
    received: 'XOF 20,000',
    dueOn: 'ven. 20 nov. 2026',
    passed: '3 jours',
    owed: '3 paiements, XOF 75,000 au total',
  },
};
