/** Reminders in Swahili. Reviewed: not yet by a native speaker. */
import type { ReminderWords } from '#lib/words/reminder-words.ts';

export const reminders: ReminderWords = {
  fallback: { firstName: 'mteja', about: 'ombi lako' },
  describedBy: (description, reference) => `${description} (kumb. ${reference})`,
  referredBy: (reference) => `kumbukumbu namba ${reference}`,
  greeting: (firstName) => `Habari ${firstName},`,
  reminder: {
    gentle: ({ merchant, outstanding, about, expiry }) =>
      `Huu ni ukumbusho wa kirafiki kutoka kwa ${merchant}. Malipo yako ya ${outstanding} kwa ajili ya ${about} yanaweza kufanyika hadi ${expiry}. Ikiwa tayari umelipa, tafadhali puuza ujumbe huu.`,
    professional: ({ merchant, outstanding, about, expiry }) =>
      `Huu ni ukumbusho wa malipo kutoka kwa ${merchant}. Malipo yako ya ${outstanding} kwa ajili ya ${about} bado hayajafika. Yanaweza kufanyika hadi ${expiry}.`,
    urgent: ({ merchant, outstanding, about, expiry }) =>
      `Malipo yako kwa ${merchant} bado hayajafika: ${outstanding} kwa ajili ya ${about}. Ombi la malipo litaisha muda wake ${expiry} na halitaweza kulipwa baada ya hapo.`,
  },
  due: {
    before: {
      gentle: ({ merchant, outstanding, about, dueOn }) =>
        `Huu ni ukumbusho wa kirafiki kutoka kwa ${merchant}. Malipo yako ya ${outstanding} kwa ajili ya ${about} yanatakiwa kufika ${dueOn}. Ikiwa tayari umelipa, tafadhali puuza ujumbe huu.`,
      professional: ({ merchant, outstanding, about, dueOn }) =>
        `Huu ni ukumbusho wa malipo kutoka kwa ${merchant}. Malipo yako ya ${outstanding} kwa ajili ya ${about} yanatakiwa kufika ${dueOn}. Unaweza kulipa sasa.`,
      urgent: ({ merchant, outstanding, about, dueOn }) =>
        `Hili ni ombi la malipo kutoka kwa ${merchant}. Malipo yako ya ${outstanding} kwa ajili ya ${about} yanatakiwa kufika ${dueOn}. Tafadhali lipa kabla ya mwisho wa siku hiyo.`,
    },
    late: {
      gentle: ({ merchant, outstanding, about, dueOn, passed }) =>
        `Huu ni ukumbusho wa kirafiki kutoka kwa ${merchant}. Malipo yako ya ${outstanding} kwa ajili ya ${about} yalitakiwa kufika ${dueOn}, yaani ${passed}. Ikiwa tayari umelipa, tafadhali puuza ujumbe huu.`,
      professional: ({ merchant, outstanding, about, dueOn, passed }) =>
        `Huu ni ukumbusho wa malipo kutoka kwa ${merchant}. Malipo yako ya ${outstanding} kwa ajili ya ${about} bado hayajafika. Yalitakiwa kufika ${dueOn}, yaani ${passed}.`,
      urgent: ({ merchant, outstanding, about, dueOn, passed }) =>
        `Malipo yako kwa ${merchant} yamechelewa: ${outstanding} kwa ajili ya ${about}. Yalitakiwa kufika ${dueOn}, yaani ${passed}, na bado hayajafika.`,
    },
  },
  thanks: (received) => `Asante kwa ${received} zilizopokelewa hadi sasa.`,
  notFound: 'Hatukupata malipo uliyotuambia',
  several: {
    also: (owed) => `Pia ${owed}.`,
    plain: {
      gentle: ({ merchant, owed, expiry }) =>
        `Huu ni ukumbusho wa kirafiki kutoka kwa ${merchant} kuhusu ${owed}. Ya zamani zaidi yanaweza kulipwa hadi ${expiry}. Ikiwa tayari umelipa, tafadhali puuza ujumbe huu.`,
      professional: ({ merchant, owed, expiry }) =>
        `Huu ni ukumbusho wa malipo kutoka kwa ${merchant} kuhusu ${owed}. Ya zamani zaidi yanaweza kulipwa hadi ${expiry}.`,
      urgent: ({ merchant, owed, expiry }) =>
        `Hili ni ombi la malipo kutoka kwa ${merchant} kuhusu ${owed}. Ya zamani zaidi yanaweza kulipwa hadi ${expiry}, na si baada ya hapo.`,
    },
    due: {
      before: {
        gentle: ({ merchant, owed, dueOn }) =>
          `Huu ni ukumbusho wa kirafiki kutoka kwa ${merchant} kuhusu ${owed}. Ya zamani zaidi yanatakiwa kufika ${dueOn}. Ikiwa tayari umelipa, tafadhali puuza ujumbe huu.`,
        professional: ({ merchant, owed, dueOn }) =>
          `Huu ni ukumbusho wa malipo kutoka kwa ${merchant} kuhusu ${owed}. Ya zamani zaidi yanatakiwa kufika ${dueOn}. Unaweza kulipa sasa.`,
        urgent: ({ merchant, owed, dueOn }) =>
          `Hili ni ombi la malipo kutoka kwa ${merchant} kuhusu ${owed}. Ya zamani zaidi yanatakiwa kufika ${dueOn}.`,
      },
      late: {
        gentle: ({ merchant, owed, dueOn, passed }) =>
          `Huu ni ukumbusho wa kirafiki kutoka kwa ${merchant} kuhusu ${owed}. Ya zamani zaidi yalitakiwa kufika ${dueOn}, yaani ${passed}. Ikiwa tayari umelipa, tafadhali puuza ujumbe huu.`,
        professional: ({ merchant, owed, dueOn, passed }) =>
          `Huu ni ukumbusho wa malipo kutoka kwa ${merchant} kuhusu ${owed}. Ya zamani zaidi yalitakiwa kufika ${dueOn}, yaani ${passed}.`,
        urgent: ({ merchant, owed, dueOn, passed }) =>
          `Hili ni ombi la malipo kutoka kwa ${merchant} kuhusu ${owed}. Ya zamani zaidi yalitakiwa kufika ${dueOn}, yaani ${passed}.`,
      },
    },
    subject: {
      gentle: ({ merchant, owed }) => `Ukumbusho wa kirafiki kutoka kwa ${merchant}: ${owed}`,
      professional: ({ merchant, owed }) => `Ukumbusho wa malipo kutoka kwa ${merchant}: ${owed}`,
      urgent: ({ merchant, owed }) => `Ombi la malipo kutoka kwa ${merchant}: ${owed}`,
    },
    part: (outstanding, about, day) => `${outstanding} kwa ajili ya ${about}, ${day}`,
    more: (count) => `na mengine ${count}`,
  },
  payOtherwise: 'Tafadhali tumia maelezo ya malipo uliyopewa.',
  pay: 'Lipa sasa',
  sms: {
    reminder: {
      gentle: ({ firstName, merchant, outstanding, about, expiry }) =>
        `Habari ${firstName}, ukumbusho kutoka kwa ${merchant}: ${outstanding} kwa ${about}, unaweza kulipa hadi ${expiry}.`,
      professional: ({ firstName, merchant, outstanding, about, expiry }) =>
        `Habari ${firstName}, ukumbusho wa malipo kutoka kwa ${merchant}: ${outstanding} kwa ${about}, lipa hadi ${expiry}.`,
      urgent: ({ firstName, merchant, outstanding, about, expiry }) =>
        `Habari ${firstName}, malipo yako kwa ${merchant} bado hayajafika: ${outstanding} kwa ${about}. Ombi litaisha ${expiry}.`,
    },
    due: {
      before: {
        gentle: ({ firstName, merchant, outstanding, about, dueOn }) =>
          `Habari ${firstName}, ukumbusho kutoka kwa ${merchant}: ${outstanding} kwa ${about}, lipa hadi ${dueOn}.`,
        professional: ({ firstName, merchant, outstanding, about, dueOn }) =>
          `Habari ${firstName}, ukumbusho wa malipo kutoka kwa ${merchant}: ${outstanding} kwa ${about}, lipa hadi ${dueOn}.`,
        urgent: ({ firstName, merchant, outstanding, about, dueOn }) =>
          `Habari ${firstName}, ${merchant} anaomba malipo yako: ${outstanding} kwa ${about}, lipa hadi ${dueOn}.`,
      },
      late: {
        gentle: ({ firstName, merchant, outstanding, about, dueOn, passed }) =>
          `Habari ${firstName}, ukumbusho kutoka kwa ${merchant}: ${outstanding} kwa ${about} yalitakiwa kufika ${dueOn}, ${passed}.`,
        professional: ({ firstName, merchant, outstanding, about, dueOn, passed }) =>
          `Habari ${firstName}, ukumbusho wa malipo kutoka kwa ${merchant}: ${outstanding} kwa ${about} bado hayajafika. Yalitakiwa kufika ${dueOn}, ${passed}.`,
        urgent: ({ firstName, merchant, outstanding, about, dueOn, passed }) =>
          `Habari ${firstName}, malipo yako kwa ${merchant} yamechelewa: ${outstanding} kwa ${about}, yalitakiwa kufika ${dueOn}, ${passed}.`,
      },
    },
    pay: 'Lipa:',
    optOut: 'Sitisha:',
    replyStop: 'Jibu STOP kusitisha vikumbusho.',
  },
  help: {
    who: (merchant) => `${merchant} hukutumia vikumbusho vya malipo.`,
    contactUnknown: (merchant) => `Una maswali? Tafadhali wasiliana na ${merchant}.`,
  },
  email: {
    subject: {
      gentle: ({ merchant, outstanding }) => `Ukumbusho wa kirafiki kutoka kwa ${merchant}: ${outstanding}`,
      professional: ({ merchant, outstanding }) => `Ukumbusho wa malipo kutoka kwa ${merchant}: ${outstanding}`,
      urgent: ({ merchant, outstanding, expiry }) =>
        `Ombi la malipo kutoka kwa ${merchant}: ${outstanding} hadi ${expiry}`,
    },
    dueSubject: {
      before: {
        gentle: ({ merchant, outstanding, dueOn }) =>
          `Ukumbusho wa kirafiki kutoka kwa ${merchant}: ${outstanding} hadi ${dueOn}`,
        professional: ({ merchant, outstanding, dueOn }) =>
          `Ukumbusho wa malipo kutoka kwa ${merchant}: ${outstanding} hadi ${dueOn}`,
        urgent: ({ merchant, outstanding, dueOn }) =>
          `Ombi la malipo kutoka kwa ${merchant}: ${outstanding} hadi ${dueOn}`,
      },
      late: {
        gentle: ({ merchant, outstanding, dueOn }) =>
          `Ukumbusho wa kirafiki kutoka kwa ${merchant}: ${outstanding}, ilitakiwa ${dueOn}`,
        professional: ({ merchant, outstanding, dueOn }) =>
          `Ukumbusho wa malipo kutoka kwa ${merchant}: ${outstanding}, ilitakiwa ${dueOn}`,
        urgent: ({ merchant, outstanding, dueOn }) =>
          `Ombi la malipo kutoka kwa ${merchant}: ${outstanding}, ilitakiwa ${dueOn}`,
      },
    },
    overdue: 'Malipo haya yamechelewa. Bado yanaweza kufanyika.',
    contact: (merchant, ways) => `Una maswali? Unaweza kuwasiliana na ${merchant}: ${ways.join(' au ')}.`,
    why: (merchant) => `Unapokea ukumbusho huu kwa sababu ${merchant} alikutumia ombi la malipo.`,
    optOut: 'Sitisha vikumbusho hivi',
    written: (merchant) => `Ujumbe kutoka ${merchant}`,
  },
  whatsapp: {
    templateLanguage: 'sw',
    payByButton: 'Tumia kitufe kilicho hapa chini kulipa.',
    footer: 'Jibu STOP kusitisha vikumbusho hivi.',
  },
  example: {
    firstName: 'Neema',
    merchant: 'Duka la Acme',
    outstanding: 'TZS 45,000.00',
    about: 'Ada ya shule (kumb. INV-42)',
    expiry: 'Ijumaa 20 Nov, 14:00 (UTC+3)',
    received: 'TZS 20,000.00',
    dueOn: 'Ijumaa 20 Nov 2026',
    passed: 'siku 3 zilizopita',
    owed: 'malipo 3, jumla TZS 75,000.00',
  },
};
