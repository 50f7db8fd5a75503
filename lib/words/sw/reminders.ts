/** Reminders in Swahili. Reviewed: not yet by a native speaker. */
import type { ReminderWords } from '#lib/words/reminder-words.ts';

export const reminders: ReminderWords = {
  fallback: { firstName: 'mteja', about: 'ombi lako' },
  describedBy: (description, reference) => `${description} (kumb. ${reference})`,
  referredBy: (reference) => `kumbukumbu namba ${reference}`,
  greeting: (firstName) => `Habari ${firstName},`,
  reminder: {
    gentle: ({ merchant, amount, about, expiry }) =>
      `Huu ni ukumbusho wa kirafiki kutoka kwa ${merchant}. Malipo yako ya ${amount} kwa ajili ya ${about} yanaweza kufanyika hadi ${expiry}. Ikiwa tayari umelipa, tafadhali puuza ujumbe huu.`,
    professional: ({ merchant, amount, about, expiry }) =>
      `Huu ni ukumbusho wa malipo kutoka kwa ${merchant}. Malipo yako ya ${amount} kwa ajili ya ${about} bado hayajafika. Yanaweza kufanyika hadi ${expiry}.`,
    urgent: ({ merchant, amount, about, expiry }) =>
      `Malipo yako kwa ${merchant} bado hayajafika: ${amount} kwa ajili ya ${about}. Ombi la malipo litaisha muda wake ${expiry} na halitaweza kulipwa baada ya hapo.`,
  },
  thanks: (received) => `Asante kwa ${received} zilizopokelewa hadi sasa.`,
  payOtherwise: 'Tafadhali tumia maelezo ya malipo uliyopewa.',
  pay: 'Lipa sasa',
  sms: {
    reminder: {
      gentle: ({ firstName, merchant, amount, about, expiry }) =>
        `Habari ${firstName}, ukumbusho kutoka kwa ${merchant}: ${amount} kwa ${about}, unaweza kulipa hadi ${expiry}.`,
      professional: ({ firstName, merchant, amount, about, expiry }) =>
        `Habari ${firstName}, ukumbusho wa malipo kutoka kwa ${merchant}: ${amount} kwa ${about}, lipa hadi ${expiry}.`,
      urgent: ({ firstName, merchant, amount, about, expiry }) =>
        `Habari ${firstName}, malipo yako kwa ${merchant} bado hayajafika: ${amount} kwa ${about}. Ombi litaisha ${expiry}.`,
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
      gentle: ({ merchant, amount }) => `Ukumbusho wa kirafiki kutoka kwa ${merchant}: ${amount}`,
      professional: ({ merchant, amount }) => `Ukumbusho wa malipo kutoka kwa ${merchant}: ${amount}`,
      urgent: ({ merchant, amount, expiry }) => `Ombi la malipo kutoka kwa ${merchant}: ${amount} hadi ${expiry}`,
    },
    overdue: 'Malipo haya yamechelewa. Bado yanaweza kufanyika.',
    contact: (merchant, ways) => `Una maswali? Unaweza kuwasiliana na ${merchant}: ${ways.join(' au ')}.`,
    why: (merchant) => `Unapokea ukumbusho huu kwa sababu ${merchant} alikutumia ombi la malipo.`,
    optOut: 'Sitisha vikumbusho hivi',
  },
  whatsapp: {
    templateLanguage: 'sw',
    payByButton: 'Tumia kitufe kilicho hapa chini kulipa.',
    footer: 'Jibu STOP kusitisha vikumbusho hivi.',
  },
  example: {
    firstName: 'Neema',
    merchant: 'Duka la Acme',
    amount: 'TZS 45,000.00',
    about: 'Ada ya shule (kumb. INV-42)',
    expiry: 'Ijumaa 20 Nov, 14:00 (UTC+3)',
    received: 'TZS 20,000.00',
  },
};
