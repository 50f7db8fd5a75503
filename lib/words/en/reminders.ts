/** Reminders in English. */
import type { ReminderWords } from '#lib/words/reminder-words.ts';

export const reminders: ReminderWords = {
  fallback: { firstName: 'there', about: 'your request' },
  describedBy: (description, reference) => `${description} (ref. ${reference})`,
  referredBy: (reference) => `reference ${reference}`,
  greeting: (firstName) => `Hello ${firstName},`,
  reminder: {
    gentle: ({ merchant, outstanding, about, expiry }) =>
      `This is a friendly reminder from ${merchant}. Your payment of ${outstanding} for ${about} can be made until ${expiry}. If you have already paid, you can ignore this message.`,
    professional: ({ merchant, outstanding, about, expiry }) =>
      `This is a payment reminder from ${merchant}. Your payment of ${outstanding} for ${about} has not arrived yet. It can be made until ${expiry}.`,
    urgent: ({ merchant, outstanding, about, expiry }) =>
      `Your payment to ${merchant} has not arrived yet: ${outstanding} for ${about}. The payment request expires on ${expiry} and cannot be paid after that.`,
  },
  due: {
    before: {
      gentle: ({ merchant, outstanding, about, dueOn }) =>
        `This is a friendly reminder from ${merchant}. Your payment of ${outstanding} for ${about} is due on ${dueOn}. If you have already paid, you can ignore this message.`,
      professional: ({ merchant, outstanding, about, dueOn }) =>
        `This is a payment reminder from ${merchant}. Your payment of ${outstanding} for ${about} is due on ${dueOn}. You can pay it now.`,
      urgent: ({ merchant, outstanding, about, dueOn }) =>
        `This is a payment request from ${merchant}. Your payment of ${outstanding} for ${about} is due on ${dueOn}. Please pay by the end of that day.`,
    },
    late: {
      gentle: ({ merchant, outstanding, about, dueOn, passed }) =>
        `This is a friendly reminder from ${merchant}. Your payment of ${outstanding} for ${about} was due on ${dueOn}, which was ${passed} ago. If you have already paid, you can ignore this message.`,
      professional: ({ merchant, outstanding, about, dueOn, passed }) =>
        `This is a payment reminder from ${merchant}. Your payment of ${outstanding} for ${about} has not arrived yet. It was due on ${dueOn}, which was ${passed} ago.`,
      urgent: ({ merchant, outstanding, about, dueOn, passed }) =>
        `Your payment to ${merchant} is overdue: ${outstanding} for ${about}. It was due on ${dueOn}, which was ${passed} ago. It has not arrived yet.`,
    },
  },
  thanks: (received) => `Thank you for the ${received} received so far.`,
  notFound: 'We could not find the payment that you told us about',
  several: {
    also: (owed) => `Also ${owed}.`,
    plain: {
      gentle: ({ merchant, owed, expiry }) =>
        `This is a friendly reminder from ${merchant} of ${owed}, the oldest payable until ${expiry}. If you have already paid, you can ignore this message.`,
      professional: ({ merchant, owed, expiry }) =>
        `This is a payment reminder from ${merchant} for ${owed}, the oldest payable until ${expiry}.`,
      urgent: ({ merchant, owed, expiry }) =>
        `This is a payment request from ${merchant} for ${owed}. The oldest can be paid until ${expiry}, and not after that.`,
    },
    due: {
      before: {
        gentle: ({ merchant, owed, dueOn }) =>
          `This is a friendly reminder from ${merchant} of ${owed}, the oldest due on ${dueOn}. If you have already paid, you can ignore this message.`,
        professional: ({ merchant, owed, dueOn }) =>
          `This is a payment reminder from ${merchant} for ${owed}, the oldest due on ${dueOn}. You can pay now.`,
        urgent: ({ merchant, owed, dueOn }) =>
          `This is a payment request from ${merchant} for ${owed}, the oldest due on ${dueOn}.`,
      },
      late: {
        gentle: ({ merchant, owed, dueOn, passed }) =>
          `This is a friendly reminder from ${merchant} of ${owed}, the oldest due on ${dueOn}, which was ${passed} ago. If you have already paid, you can ignore this message.`,
        professional: ({ merchant, owed, dueOn, passed }) =>
          `This is a payment reminder from ${merchant} for ${owed}, the oldest due on ${dueOn}, which was ${passed} ago.`,
        urgent: ({ merchant, owed, dueOn, passed }) =>
          `This is a payment request from ${merchant} for ${owed}, the oldest due on ${dueOn}, which was ${passed} ago. Please pay now.`,
      },
    },
    subject: {
      gentle: ({ merchant, owed }) => `A friendly reminder from ${merchant}: ${owed}`,
      professional: ({ merchant, owed }) => `Payment reminder from ${merchant}: ${owed}`,
      urgent: ({ merchant, owed }) => `Payment request from ${merchant}: ${owed}`,
    },
    part: (outstanding, about, day) => `${outstanding} for ${about}, ${day}`,
    more: (count) => `and ${count} more`,
  },
  payOtherwise: 'Please use the payment details you were given.',
  pay: 'Pay now',
  sms: {
    reminder: {
      gentle: ({ firstName, merchant, outstanding, about, expiry }) =>
        `Hello ${firstName}, a friendly reminder from ${merchant}: ${outstanding} for ${about} can be paid until ${expiry}.`,
      professional: ({ firstName, merchant, outstanding, about, expiry }) =>
        `Hello ${firstName}, a payment reminder from ${merchant}: ${outstanding} for ${about}, payable until ${expiry}.`,
      urgent: ({ firstName, merchant, outstanding, about, expiry }) =>
        `Hello ${firstName}, your payment to ${merchant} has not arrived yet: ${outstanding} for ${about}. The request expires on ${expiry}.`,
    },
    due: {
      before: {
        gentle: ({ firstName, merchant, outstanding, about, dueOn }) =>
          `Hello ${firstName}, a friendly reminder from ${merchant}: ${outstanding} for ${about} is due on ${dueOn}.`,
        professional: ({ firstName, merchant, outstanding, about, dueOn }) =>
          `Hello ${firstName}, a payment reminder from ${merchant}: ${outstanding} for ${about}, due on ${dueOn}.`,
        urgent: ({ firstName, merchant, outstanding, about, dueOn }) =>
          `Hello ${firstName}, ${merchant} asks for your payment: ${outstanding} for ${about}, due on ${dueOn}.`,
      },
      late: {
        gentle: ({ firstName, merchant, outstanding, about, dueOn, passed }) =>
          `Hello ${firstName}, a friendly reminder from ${merchant}: ${outstanding} for ${about} was due on ${dueOn}, ${passed} ago.`,
        professional: ({ firstName, merchant, outstanding, about, dueOn, passed }) =>
          `Hello ${firstName}, a payment reminder from ${merchant}: ${outstanding} for ${about} has not arrived yet. It was due on ${dueOn}, ${passed} ago.`,
        urgent: ({ firstName, merchant, outstanding, about, dueOn, passed }) =>
          `Hello ${firstName}, your payment to ${merchant} is overdue: ${outstanding} for ${about}, due on ${dueOn}, ${passed} ago.`,
      },
    },
    pay: 'Pay:',
    optOut: 'Stop:',
    replyStop: 'Reply STOP to opt out.',
  },
  help: {
    who: (merchant) => `${merchant} sends you reminders of payments.`,
    contactUnknown: (merchant) => `Questions? Please contact ${merchant}.`,
  },
  email: {
    subject: {
      gentle: ({ merchant, outstanding }) => `A friendly reminder from ${merchant}: ${outstanding}`,
      professional: ({ merchant, outstanding }) => `Payment reminder from ${merchant}: ${outstanding}`,
      urgent: ({ merchant, outstanding, expiry }) => `Payment request from ${merchant}: ${outstanding} until ${expiry}`,
    },
    dueSubject: {
      before: {
        gentle: ({ merchant, outstanding, dueOn }) =>
          `A friendly reminder from ${merchant}: ${outstanding} due on ${dueOn}`,
        professional: ({ merchant, outstanding, dueOn }) =>
          `Payment reminder from ${merchant}: ${outstanding} due on ${dueOn}`,
        urgent: ({ merchant, outstanding, dueOn }) =>
          `Payment request from ${merchant}: ${outstanding} due on ${dueOn}`,
      },
      late: {
        gentle: ({ merchant, outstanding, dueOn }) =>
          `A friendly reminder from ${merchant}: ${outstanding} was due on ${dueOn}`,
        professional: ({ merchant, outstanding, dueOn }) =>
          `Payment reminder from ${merchant}: ${outstanding} was due on ${dueOn}`,
        urgent: ({ merchant, outstanding, passed }) =>
          `Payment request from ${merchant}: ${outstanding}, ${passed} overdue`,
      },
    },
    overdue: 'This payment is overdue. It can still be made.',
    contact: (merchant, ways) => `Questions? You can reach ${merchant} at ${ways.join(' or ')}.`,
    why: (merchant) => `You receive this reminder because ${merchant} sent you a payment request.`,
    optOut: 'Stop these reminders',
    written: (merchant) => `A message from ${merchant}`,
  },
  whatsapp: {
    templateLanguage: 'en',
    payByButton: 'Use the button below to pay.',
    footer: 'Reply STOP to stop these reminders.',
  },
  example: {
    firstName: 'Ada',
    merchant: 'Acme Stores',
    outstanding: 'NGN 45,000.00',
    about: 'School fees (ref. INV-42)',
    expiry: 'Fri 20 Nov, 14:00 (UTC+1)',
    received: 'NGN 20,000.00',
    dueOn: 'Fri 20 Nov 2026',
    passed: '3 days',
    owed: '3 payments, NGN 75,000.00 in all',
  },
};
