/** The Portuguese words of the emails that sign a member in to the console. */
import type { SignInWords } from '#lib/words/sign-in-words.ts';

export const signIn: SignInWords = {
  asked: {
    subject: 'O seu link para entrar',
    text: (minutes) =>
      `Pediu para entrar. Este link funciona uma vez, durante ${minutes} minutos, no dispositivo em que o abrir.`,
    button: (merchant) => `Entrar em ${merchant}`,
    notYou: 'Se não foi quem pediu, não precisa de fazer nada: sem este link ninguém entra.',
  },
  invited: {
    subject: (merchant) => `Foi convidado para ${merchant}`,
    text: (merchant, days) =>
      `Um colega adicionou-o a ${merchant}, onde vê pagamentos e lembretes. Este link funciona uma vez, durante ${days} dias.`,
    button: (merchant) => `Entrar em ${merchant}`,
    notYou: 'Se não conhece esta empresa, não precisa de fazer nada.',
  },
};
