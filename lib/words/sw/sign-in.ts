/** The Swahili words of the emails that sign a member in to the console. */
import type { SignInWords } from '#lib/words/sign-in-words.ts';

export const signIn: SignInWords = {
  asked: {
    subject: 'Kiungo chako cha kuingia',
    text: (minutes) =>
      `Umeomba kuingia. Kiungo hiki kinafanya kazi mara moja, ndani ya dakika ${minutes}, kwenye kifaa unachokifungulia.`,
    button: (merchant) => `Ingia ${merchant}`,
    notYou: 'Kama si wewe uliyeomba, huhitaji kufanya lolote: bila kiungo hiki hakuna anayeingia.',
  },
  invited: {
    subject: (merchant) => `Umealikwa ${merchant}`,
    text: (merchant, days) =>
      `Mwenzako amekuongeza kwenye ${merchant}, ambako unaona malipo na vikumbusho. Kiungo hiki kinakuingiza mara moja, ndani ya siku ${days}.`,
    button: (merchant) => `Ingia ${merchant}`,
    notYou: 'Kama huijui biashara hii, huhitaji kufanya lolote.',
  },
};
