/** Reminders in Portuguese. Reviewed: not yet by a native speaker. */
import type { ReminderWords } from '#lib/words/reminder-words.ts';

export const reminders: ReminderWords = {
  fallback: { firstName: 'cliente', about: 'o seu pedido' },
  describedBy: (description, reference) => `${description} (ref. ${reference})`,
  referredBy: (reference) => `a referência ${reference}`,
  greeting: (firstName) => `Olá ${firstName},`,
  reminder: {
    gentle: ({ merchant, outstanding, about, expiry }) =>
      `Este é um lembrete amigável de ${merchant}. O seu pagamento de ${outstanding} para ${about} pode ser feito até ${expiry}. Se já pagou, pode ignorar esta mensagem.`,
    professional: ({ merchant, outstanding, about, expiry }) =>
      `Este é um lembrete de pagamento de ${merchant}. O seu pagamento de ${outstanding} para ${about} ainda não chegou. Pode ser feito até ${expiry}.`,
    urgent: ({ merchant, outstanding, about, expiry }) =>
      `O seu pagamento a ${merchant} ainda não chegou: ${outstanding} para ${about}. O pedido de pagamento é válido até ${expiry} e não pode ser pago depois disso.`,
  },
  due: {
    before: {
      gentle: ({ merchant, outstanding, about, dueOn }) =>
        `Este é um lembrete amigável de ${merchant}. O seu pagamento de ${outstanding} para ${about} vence em ${dueOn}. Se já pagou, pode ignorar esta mensagem.`,
      professional: ({ merchant, outstanding, about, dueOn }) =>
        `Este é um lembrete de pagamento de ${merchant}. O seu pagamento de ${outstanding} para ${about} vence em ${dueOn}. Pode pagá-lo já.`,
      urgent: ({ merchant, outstanding, about, dueOn }) =>
        `Este é um pedido de pagamento de ${merchant}. O seu pagamento de ${outstanding} para ${about} vence em ${dueOn}. Por favor, pague até ao fim desse dia.`,
    },
    late: {
      gentle: ({ merchant, outstanding, about, dueOn, passed }) =>
        `Este é um lembrete amigável de ${merchant}. O seu pagamento de ${outstanding} para ${about} venceu em ${dueOn}, há ${passed}. Se já pagou, pode ignorar esta mensagem.`,
      professional: ({ merchant, outstanding, about, dueOn, passed }) =>
        `Este é um lembrete de pagamento de ${merchant}. O seu pagamento de ${outstanding} para ${about} ainda não chegou. Venceu em ${dueOn}, há ${passed}.`,
      urgent: ({ merchant, outstanding, about, dueOn, passed }) =>
        `O seu pagamento a ${merchant} está em atraso: ${outstanding} para ${about}. Venceu em ${dueOn}, há ${passed}, e ainda não chegou.`,
    },
  },
  thanks: (received) => `Obrigado pelos ${received} recebidos até agora.`,
  notFound: 'Não encontrámos o pagamento de que nos falou',
  several: {
    also: (owed) => `E ainda ${owed}.`,
    plain: {
      gentle: ({ merchant, owed, expiry }) =>
        `Este é um lembrete amigável de ${merchant} sobre ${owed}, o mais antigo a pagar até ${expiry}. Se já pagou, pode ignorar esta mensagem.`,
      professional: ({ merchant, owed, expiry }) =>
        `Este é um lembrete de pagamento de ${merchant} sobre ${owed}, o mais antigo a pagar até ${expiry}.`,
      urgent: ({ merchant, owed, expiry }) =>
        `Este é um pedido de pagamento de ${merchant} sobre ${owed}. O mais antigo pode ser pago até ${expiry}, e não depois disso.`,
    },
    due: {
      before: {
        gentle: ({ merchant, owed, dueOn }) =>
          `Este é um lembrete amigável de ${merchant} sobre ${owed}. O mais antigo vence em ${dueOn}. Se já pagou, pode ignorar esta mensagem.`,
        professional: ({ merchant, owed, dueOn }) =>
          `Este é um lembrete de pagamento de ${merchant} sobre ${owed}. O mais antigo vence em ${dueOn}. Pode pagar já.`,
        urgent: ({ merchant, owed, dueOn }) =>
          `Este é um pedido de pagamento de ${merchant} sobre ${owed}. O mais antigo vence em ${dueOn}.`,
      },
      late: {
        gentle: ({ merchant, owed, dueOn, passed }) =>
          `Este é um lembrete amigável de ${merchant} sobre ${owed}. O mais antigo venceu em ${dueOn}, há ${passed}. Se já pagou, pode ignorar esta mensagem.`,
        professional: ({ merchant, owed, dueOn, passed }) =>
          `Este é um lembrete de pagamento de ${merchant} sobre ${owed}. O mais antigo venceu em ${dueOn}, há ${passed}.`,
        urgent: ({ merchant, owed, dueOn, passed }) =>
          `Este é um pedido de pagamento de ${merchant} sobre ${owed}. O mais antigo venceu em ${dueOn}, há ${passed}. Por favor, pague agora.`,
      },
    },
    subject: {
      gentle: ({ merchant, owed }) => `Um lembrete amigável de ${merchant}: ${owed}`,
      professional: ({ merchant, owed }) => `Lembrete de pagamento de ${merchant}: ${owed}`,
      urgent: ({ merchant, owed }) => `Pedido de pagamento de ${merchant}: ${owed}`,
    },
    part: (outstanding, about, day) => `${outstanding} para ${about}, ${day}`,
    more: (count) => `e mais ${count}`,
  },
  payOtherwise: 'Por favor, use os dados de pagamento que lhe foram dados.',
  pay: 'Pagar agora',
  sms: {
    // Without the accents that the alphabet of SMS lacks.
    reminder: {
      gentle: ({ firstName, merchant, outstanding, about, expiry }) =>
        `Ola ${firstName}, um lembrete de ${merchant}: ${outstanding} para ${about}, a pagar até ${expiry}.`,
      professional: ({ firstName, merchant, outstanding, about, expiry }) =>
        `Ola ${firstName}, lembrete de pagamento de ${merchant}: ${outstanding} para ${about}, a pagar até ${expiry}.`,
      urgent: ({ firstName, merchant, outstanding, about, expiry }) =>
        `Ola ${firstName}, o seu pagamento a ${merchant} ainda nao chegou: ${outstanding} para ${about}. O pedido pode ser pago até ${expiry}.`,
    },
    due: {
      before: {
        gentle: ({ firstName, merchant, outstanding, about, dueOn }) =>
          `Ola ${firstName}, um lembrete de ${merchant}: ${outstanding} para ${about} vence em ${dueOn}.`,
        professional: ({ firstName, merchant, outstanding, about, dueOn }) =>
          `Ola ${firstName}, lembrete de pagamento de ${merchant}: ${outstanding} para ${about}, vence em ${dueOn}.`,
        urgent: ({ firstName, merchant, outstanding, about, dueOn }) =>
          `Ola ${firstName}, ${merchant} pede o seu pagamento: ${outstanding} para ${about}, vence em ${dueOn}.`,
      },
      late: {
        gentle: ({ firstName, merchant, outstanding, about, dueOn, passed }) =>
          `Ola ${firstName}, um lembrete de ${merchant}: ${outstanding} para ${about} venceu em ${dueOn}, ha ${passed}.`,
        professional: ({ firstName, merchant, outstanding, about, dueOn, passed }) =>
          `Ola ${firstName}, lembrete de pagamento de ${merchant}: ${outstanding} para ${about} ainda nao chegou. Venceu em ${dueOn}, ha ${passed}.`,
        urgent: ({ firstName, merchant, outstanding, about, dueOn, passed }) =>
          `Ola ${firstName}, o seu pagamento a ${merchant} esta em atraso: ${outstanding} para ${about}, venceu em ${dueOn}, ha ${passed}.`,
      },
    },
    pay: 'Pagar:',
    optOut: 'Parar:',
    replyStop: 'Responda STOP para parar os lembretes.',
  },
  help: {
    who: (merchant) => `${merchant} envia-lhe lembretes de pagamento.`,
    contactUnknown: (merchant) => `Tem perguntas? Fale com ${merchant}.`,
  },
  email: {
    subject: {
      gentle: ({ merchant, outstanding }) => `Um lembrete amigável de ${merchant}: ${outstanding}`,
      professional: ({ merchant, outstanding }) => `Lembrete de pagamento de ${merchant}: ${outstanding}`,
      urgent: ({ merchant, outstanding, expiry }) => `Pedido de pagamento de ${merchant}: ${outstanding} até ${expiry}`,
    },
    dueSubject: {
      before: {
        gentle: ({ merchant, outstanding, dueOn }) =>
          `Um lembrete amigável de ${merchant}: ${outstanding} até ${dueOn}`,
        professional: ({ merchant, outstanding, dueOn }) =>
          `Lembrete de pagamento de ${merchant}: ${outstanding} até ${dueOn}`,
        urgent: ({ merchant, outstanding, dueOn }) => `Pedido de pagamento de ${merchant}: ${outstanding} até ${dueOn}`,
      },
      late: {
        gentle: ({ merchant, outstanding, dueOn }) =>
          `Um lembrete amigável de ${merchant}: ${outstanding}, venceu em ${dueOn}`,
        professional: ({ merchant, outstanding, dueOn }) =>
          `Lembrete de pagamento de ${merchant}: ${outstanding}, venceu em ${dueOn}`,
        urgent: ({ merchant, outstanding, passed }) =>
          `Pedido de pagamento de ${merchant}: ${outstanding}, ${passed} de atraso`,
      },
    },
    overdue: 'Este pagamento está em atraso. Ainda pode ser feito.',
    contact: (merchant, ways) => `Tem perguntas? Pode falar com ${merchant}: ${ways.join(' ou ')}.`,
    why: (merchant) => `Recebe este lembrete porque ${merchant} lhe enviou um pedido de pagamento.`,
    optOut: 'Parar estes lembretes',
    written: (merchant) => `Uma mensagem de ${merchant}`,
  },
  whatsapp: {
    templateLanguage: 'pt_PT',
    payByButton: 'Use o botão abaixo para pagar.',
    footer: 'Responda STOP para parar estes lembretes.',
  },
  example: {
    firstName: 'Ana',
    merchant: 'Loja Acme',
    outstanding: 'MZN 45,000.00',
    about: 'Propinas escolares (ref. INV-42)',
    expiry: 'sex. 20 nov., 14:00 (UTC+2)',
    received: 'MZN 20,000.00',
    dueOn: 'sex. 20 nov. 2026',
    passed: '3 dias',
    owed: '3 pagamentos, MZN 75,000.00 no total',
  },
};
