/** The Hausa words of the emails to a member of the merchant. Reviewed: not yet by a native speaker. */
import type { MemberEmailWords } from '#lib/words/member-email-words.ts';

export const memberEmails: MemberEmailWords = {
  asked: {
    subject: 'Linkin shiga',
    text: (minutes) =>
      `Kun nemi shiga. Wannan link yana aiki sau ɗaya, cikin minti ${minutes}, a na'urar da kuka buɗe shi.`,
    button: (merchant) => `Shiga ${merchant}`,
    notYou: 'Idan ba ku kuka nema ba, ba sai kun yi komai ba: babu mai shiga sai da wannan link.',
  },
  invited: {
    subject: (merchant) => `An gayyace ku zuwa ${merchant}`,
    text: (merchant, days) =>
      `Wani abokin aiki ya ƙara ku a ${merchant}, inda za ku ga biyan kuɗi da tunatarwa. Wannan link zai shigar da ku sau ɗaya, cikin kwana ${days}.`,
    button: (merchant) => `Shiga ${merchant}`,
    notYou: 'Idan ba ku san wannan kasuwanci ba, ba sai kun yi komai ba.',
  },
  weekly: {
    subject: (merchant) => `${merchant}: makonku`,
    nothing: 'Ba a bin kowa bashi, kuma ba a karɓi komai ba a kwana bakwai da suka wuce.',
    owed: (amount, payments) => `Ana bin ${amount}, a biya ${payments}.`,
    unchanged: 'Daidai yake da na mako guda da ya wuce.',
    more: (amount) => `Ya fi na mako guda da ya wuce da ${amount}.`,
    less: (amount) => `Ya gaza na mako guda da ya wuce da ${amount}.`,
    received: (amount) => `An karɓi ${amount} a kwana bakwai da suka wuce.`,
    late: (amount) => `${amount} ya makara.`,
    oldest: 'Mafi daɗewa cikin waɗanda suka makara:',
    due: (day) => `ranar biya ${day}`,
    asked: (day) => `an nema ${day}`,
    button: 'Buɗe allon aiki',
    why: 'Kuna samun wannan imel kowace Litinin. Mai gudanarwa zai iya dakatar da shi a allon aiki, a ƙarƙashin Mutane.',
  },
};
