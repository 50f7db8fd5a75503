/** The Swahili words of the emails to a member of the merchant. */
import type { MemberEmailWords } from '#lib/words/member-email-words.ts';

export const memberEmails: MemberEmailWords = {
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
  weekly: {
    subject: (merchant) => `${merchant}: wiki yako`,
    nothing: 'Hakuna deni, na hakuna kilichopokelewa siku saba zilizopita.',
    owed: (amount, payments) => `${amount} zinadaiwa, katika malipo ${payments}.`,
    unchanged: 'Ni sawa na wiki iliyopita.',
    more: (amount) => `Ni zaidi ya wiki iliyopita kwa ${amount}.`,
    less: (amount) => `Ni pungufu ya wiki iliyopita kwa ${amount}.`,
    received: (amount) => `${amount} zilipokelewa siku saba zilizopita.`,
    late: (amount) => `${amount} zimechelewa.`,
    oldest: 'Yaliyochelewa zaidi:',
    due: (day) => `kulipwa kabla ya ${day} kuisha`,
    asked: (day) => `iliombwa ${day}`,
    button: 'Fungua konsoli',
    why: 'Unapata barua pepe hii kila Jumatatu. Msimamizi anaweza kuisimamisha kwenye konsoli, chini ya Timu.',
  },
};
