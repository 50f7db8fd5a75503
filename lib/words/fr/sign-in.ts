/** The French words of the emails that sign a member in to the console. */
import type { SignInWords } from '#lib/words/sign-in-words.ts';

export const signIn: SignInWords = {
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
};
