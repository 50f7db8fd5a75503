/** The English words of the emails to a member of the merchant. */
import type { MemberEmailWords } from '#lib/words/member-email-words.ts';

export const memberEmails: MemberEmailWords = {
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
  weekly: {
    subject: (merchant) => `${merchant}: your week`,
    nothing: 'Nothing is owed, and nothing was received in the last seven days.',
    owed: (amount, payments) => `${amount} is owed, in ${payments} ${payments === 1 ? 'payment' : 'payments'}.`,
    unchanged: 'That is as much as a week ago.',
    more: (amount) => `That is ${amount} more than a week ago.`,
    less: (amount) => `That is ${amount} less than a week ago.`,
    received: (amount) => `${amount} was received in the last seven days.`,
    late: (amount) => `${amount} is late.`,
    oldest: 'The oldest of what is late:',
    due: (day) => `due on ${day}`,
    asked: (day) => `asked on ${day}`,
    button: 'Open the console',
    why: 'You get this email each Monday. An administrator can stop it in the console, under People.',
  },
};
