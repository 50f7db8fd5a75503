/** Reminders in Hausa. Reviewed: not yet by a native speaker. */
import type { ReminderWords } from '#lib/words/reminder-words.ts';

export const reminders: ReminderWords = {
  fallback: { firstName: 'abokin ciniki', about: 'bukatarku' },
  describedBy: (description, reference) => `${description} (lamba ${reference})`,
  referredBy: (reference) => `lamba ${reference}`,
  greeting: (firstName) => `Sannu ${firstName},`,
  reminder: {
    gentle: ({ merchant, outstanding, about, expiry }) =>
      `Wannan tunatarwa ce ta abota daga ${merchant}. Ana iya biyan kuɗinku ${outstanding} na ${about} har zuwa ${expiry}. Idan kun riga kun biya, ku yi watsi da wannan saƙo.`,
    professional: ({ merchant, outstanding, about, expiry }) =>
      `Wannan tunatarwar biya ce daga ${merchant}. Kuɗinku ${outstanding} na ${about} bai iso ba tukuna. Ana iya biya har zuwa ${expiry}.`,
    urgent: ({ merchant, outstanding, about, expiry }) =>
      `Biyanku ga ${merchant} bai iso ba tukuna: ${outstanding} na ${about}. Buƙatar biya za ta ƙare ${expiry}, kuma ba za a iya biya bayan haka ba.`,
  },
  due: {
    before: {
      gentle: ({ merchant, outstanding, about, dueOn }) =>
        `Wannan tunatarwa ce ta abota daga ${merchant}. Ranar biyan kuɗinku ${outstanding} na ${about} ita ce ${dueOn}. Idan kun riga kun biya, ku yi watsi da wannan saƙo.`,
      professional: ({ merchant, outstanding, about, dueOn }) =>
        `Wannan tunatarwar biya ce daga ${merchant}. Ranar biyan kuɗinku ${outstanding} na ${about} ita ce ${dueOn}. Kuna iya biya yanzu.`,
      urgent: ({ merchant, outstanding, about, dueOn }) =>
        `Wannan buƙatar biya ce daga ${merchant}. Ranar biyan kuɗinku ${outstanding} na ${about} ita ce ${dueOn}. Don Allah ku biya kafin ƙarshen wannan rana.`,
    },
    late: {
      gentle: ({ merchant, outstanding, about, dueOn, passed }) =>
        `Wannan tunatarwa ce ta abota daga ${merchant}. Ranar biyan kuɗinku ${outstanding} na ${about} ita ce ${dueOn}, wato ${passed} da ta wuce. Idan kun riga kun biya, ku yi watsi da wannan saƙo.`,
      professional: ({ merchant, outstanding, about, dueOn, passed }) =>
        `Wannan tunatarwar biya ce daga ${merchant}. Kuɗinku ${outstanding} na ${about} bai iso ba tukuna. Ranar biya ita ce ${dueOn}, wato ${passed} da ta wuce.`,
      urgent: ({ merchant, outstanding, about, dueOn, passed }) =>
        `Biyanku ga ${merchant} ya makara: ${outstanding} na ${about}. Ranar biya ita ce ${dueOn}, wato ${passed} da ta wuce. Bai iso ba tukuna.`,
    },
  },
  thanks: (received) => `Mun gode da ${received} da aka karba zuwa yanzu.`,
  notFound: 'Ba mu samu biyan da kuka fada mana ba',
  several: {
    also: (owed) => `Haka kuma ${owed}.`,
    plain: {
      gentle: ({ merchant, owed, expiry }) =>
        `Tunatarwar abota daga ${merchant} game da ${owed}. Na farko ana iya biya har ${expiry}. Idan kun riga kun biya, ku yi watsi da wannan sako.`,
      professional: ({ merchant, owed, expiry }) =>
        `Tunatarwar biya daga ${merchant} game da ${owed}. Na farko ana iya biya har ${expiry}.`,
      urgent: ({ merchant, owed, expiry }) =>
        `Bukatar biya daga ${merchant} ta ${owed}. Na farko ana iya biya har ${expiry}, ba bayan haka ba.`,
    },
    due: {
      before: {
        gentle: ({ merchant, owed, dueOn }) =>
          `Tunatarwar abota daga ${merchant} game da ${owed}. Ranar biyan na farko ${dueOn}. Idan kun riga kun biya, ku yi watsi da wannan sako.`,
        professional: ({ merchant, owed, dueOn }) =>
          `Tunatarwar biya daga ${merchant} game da ${owed}. Ranar biyan na farko ${dueOn}. Kuna iya biya yanzu.`,
        urgent: ({ merchant, owed, dueOn }) =>
          `Bukatar biya daga ${merchant} ta ${owed}. Ranar biyan na farko ${dueOn}.`,
      },
      late: {
        gentle: ({ merchant, owed, dueOn, passed }) =>
          `Tunatarwar abota daga ${merchant} game da ${owed}. Ranar biyan na farko ${dueOn}, wato ${passed} da ta wuce. Idan kun riga kun biya, ku yi watsi da wannan sako.`,
        professional: ({ merchant, owed, dueOn, passed }) =>
          `Tunatarwar biya daga ${merchant} game da ${owed}. Ranar biyan na farko ${dueOn}, wato ${passed} da ta wuce.`,
        urgent: ({ merchant, owed, dueOn, passed }) =>
          `Bukatar biya daga ${merchant} ta ${owed}. Ranar biyan na farko ${dueOn}, wato ${passed} da ta wuce. Don Allah ku biya yanzu.`,
      },
    },
    subject: {
      gentle: ({ merchant, owed }) => `Tunatarwar abota daga ${merchant}: ${owed}`,
      professional: ({ merchant, owed }) => `Tunatarwar biya daga ${merchant}: ${owed}`,
      urgent: ({ merchant, owed }) => `Buƙatar biya daga ${merchant}: ${owed}`,
    },
    part: (outstanding, about, day) => `${outstanding} na ${about}, ${day}`,
    more: (count) => `da wasu ${count}`,
  },
  payOtherwise: 'Don Allah ku yi amfani da bayanan biya da aka ba ku.',
  pay: 'Biya yanzu',
  sms: {
    reminder: {
      gentle: ({ firstName, merchant, outstanding, about, expiry }) =>
        `Sannu ${firstName}, tunatarwa daga ${merchant}: ${outstanding} na ${about}, ana iya biya har ${expiry}.`,
      professional: ({ firstName, merchant, outstanding, about, expiry }) =>
        `Sannu ${firstName}, tunatarwar biya daga ${merchant}: ${outstanding} na ${about}, a biya har ${expiry}.`,
      urgent: ({ firstName, merchant, outstanding, about, expiry }) =>
        `Sannu ${firstName}, biyanku ga ${merchant} bai iso ba: ${outstanding} na ${about}. Bukatar za ta kare ${expiry}.`,
    },
    due: {
      before: {
        gentle: ({ firstName, merchant, outstanding, about, dueOn }) =>
          `Sannu ${firstName}, tunatarwa daga ${merchant}: ${outstanding} na ${about}, ranar biya ${dueOn}.`,
        professional: ({ firstName, merchant, outstanding, about, dueOn }) =>
          `Sannu ${firstName}, tunatarwar biya daga ${merchant}: ${outstanding} na ${about}, ranar biya ${dueOn}.`,
        urgent: ({ firstName, merchant, outstanding, about, dueOn }) =>
          `Sannu ${firstName}, ${merchant} na neman biyanku: ${outstanding} na ${about}, ranar biya ${dueOn}.`,
      },
      late: {
        gentle: ({ firstName, merchant, outstanding, about, dueOn, passed }) =>
          `Sannu ${firstName}, tunatarwa daga ${merchant}: ranar biyan ${outstanding} na ${about} ita ce ${dueOn}, ${passed} da ta wuce.`,
        professional: ({ firstName, merchant, outstanding, about, dueOn, passed }) =>
          `Sannu ${firstName}, tunatarwar biya daga ${merchant}: ${outstanding} na ${about} bai iso ba. Ranar biya ${dueOn}, ${passed} da ta wuce.`,
        urgent: ({ firstName, merchant, outstanding, about, dueOn, passed }) =>
          `Sannu ${firstName}, biyanku ga ${merchant} ya makara: ${outstanding} na ${about}, ranar biya ${dueOn}, ${passed} da ta wuce.`,
      },
    },
    pay: 'Biya:',
    optOut: 'Daina:',
    replyStop: 'Amsa STOP don dainawa.',
  },
  help: {
    who: (merchant) => `${merchant} yana aiko muku da tunatarwar biya.`,
    contactUnknown: (merchant) => `Akwai tambaya? Don Allah ku tuntubi ${merchant}.`,
  },
  email: {
    subject: {
      gentle: ({ merchant, outstanding }) => `Tunatarwar abota daga ${merchant}: ${outstanding}`,
      professional: ({ merchant, outstanding }) => `Tunatarwar biya daga ${merchant}: ${outstanding}`,
      urgent: ({ merchant, outstanding, expiry }) => `Buƙatar biya daga ${merchant}: ${outstanding} har ${expiry}`,
    },
    dueSubject: {
      before: {
        gentle: ({ merchant, outstanding, dueOn }) =>
          `Tunatarwar abota daga ${merchant}: ${outstanding}, ranar biya ${dueOn}`,
        professional: ({ merchant, outstanding, dueOn }) =>
          `Tunatarwar biya daga ${merchant}: ${outstanding}, ranar biya ${dueOn}`,
        urgent: ({ merchant, outstanding, dueOn }) =>
          `Buƙatar biya daga ${merchant}: ${outstanding}, ranar biya ${dueOn}`,
      },
      late: {
        gentle: ({ merchant, outstanding, dueOn }) =>
          `Tunatarwar abota daga ${merchant}: ${outstanding}, ranar biya ta wuce ${dueOn}`,
        professional: ({ merchant, outstanding, dueOn }) =>
          `Tunatarwar biya daga ${merchant}: ${outstanding}, ranar biya ta wuce ${dueOn}`,
        urgent: ({ merchant, outstanding, passed }) =>
          `Buƙatar biya daga ${merchant}: ${outstanding}, ya makara da ${passed}`,
      },
    },
    overdue: 'Wannan biya ya makara. Har yanzu ana iya yin sa.',
    contact: (merchant, ways) => `Akwai tambaya? Kuna iya samun ${merchant} a ${ways.join(' ko ')}.`,
    why: (merchant) => `Kun samu wannan tunatarwa ne domin ${merchant} ya aiko muku da buƙatar biya.`,
    optOut: 'Daina waɗannan tunatarwa',
    written: (merchant) => `Saƙo daga ${merchant}`,
  },
  whatsapp: {
    templateLanguage: 'ha',
    payByButton: 'Yi amfani da maɓallin da ke ƙasa don biya.',
    footer: 'Amsa STOP don dakatar da waɗannan tunatarwa.',
  },
  example: {
    firstName: 'Amina',
    merchant: 'Shagon Acme',
    outstanding: 'NGN 45,000.00',
    about: 'Kudin makaranta (lamba INV-42)',
    expiry: "Jumma'a 20 Nuw, 14:00 (UTC+1)",
    received: 'NGN 20,000.00',
    dueOn: "Jumma'a 20 Nuw 2026",
    passed: 'kwana 3',
    owed: 'biya 3, jimla NGN 75,000.00',
  },
};
