/** The English words of the emails that sign a member in to the console. */
import type { SignInWords } from '#lib/words/sign-in-words.ts';

export const signIn: SignInWords = {
  asked: {
    subject: 'Your link to sign in',
    text: (minutes) =>
      `You asked to sign in. This works once, within ${minutes} minutes, on the device on which you open it.`,
    button: (merchant) => `Sign in to ${merchant}`,
    notYou: 'If it was not you who asked, you need not do anything: nobody is signed in without this link.',
  },
  invited: {
    subject: (merchant) => `You are invited to ${merchant}`,
    text: (merchant, days) =>
      `A colleague has added you to ${merchant}, where you see payments and reminders. This link signs you in once, within ${days} days.`,
    button: (merchant) => `Sign in to ${merchant}`,
    notYou: 'If you do not know this business, you need not do anything.',
  },
};
