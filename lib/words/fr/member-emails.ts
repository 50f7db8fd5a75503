/** The French words of the emails to a member of the merchant. */
import type { MemberEmailWords } from '#lib/words/member-email-words.ts';

export const memberEmails: MemberEmailWords = {
  asked: {
    subject: 'Votre lien de connexion',
    text: (minutes) =>
      `Vous avez demandé à vous connecter. Ce lien fonctionne une fois, pendant ${minutes} minutes, sur l’appareil où vous l’ouvrez.`,
    button: (merchant) => `Se connecter à ${merchant}`,
    notYou: 'Si ce n’était pas vous, vous n’avez rien à faire : sans ce lien, personne n’est connecté.',
  },
  invited: {
    subject: (merchant) => `Vous êtes invité à rejoindre ${merchant}`,
    text: (merchant, days) =>
      `Un collègue vous a ajouté à ${merchant}, où vous voyez les paiements et les rappels. Ce lien vous connecte une fois, pendant ${days} jours.`,
    button: (merchant) => `Se connecter à ${merchant}`,
    notYou: 'Si vous ne connaissez pas cette entreprise, vous n’avez rien à faire.',
  },
  weekly: {
    subject: (merchant) => `${merchant} : votre semaine`,
    nothing: 'Rien n’est dû, et rien n’a été reçu ces sept derniers jours.',
    owed: (amount, payments) => `${amount} sont dus, en ${payments} ${payments > 1 ? 'paiements' : 'paiement'}.`,
    unchanged: 'C’est autant qu’il y a une semaine.',
    more: (amount) => `C’est ${amount} de plus qu’il y a une semaine.`,
    less: (amount) => `C’est ${amount} de moins qu’il y a une semaine.`,
    received: (amount) => `${amount} ont été reçus ces sept derniers jours.`,
    late: (amount) => `${amount} sont en retard.`,
    oldest: 'Les plus anciens retards :',
    due: (day) => `à payer le ${day}`,
    asked: (day) => `demandé le ${day}`,
    button: 'Ouvrir la console',
    why: 'Vous recevez cet e-mail chaque lundi. Un administrateur peut l’arrêter dans la console, sous Équipe.',
  },
};
