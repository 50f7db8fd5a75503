/** The English words of the opt-out page. */
import type { OptOutWords } from '#lib/words/page-words.ts';

export const optOut: OptOutWords = {
  title: 'Payment reminders',
  ask: (merchant) =>
    `Stop all payment reminders by WhatsApp, SMS and email about your payment to ${merchant} and others?`,
  button: 'Stop reminders',
  done: 'You will get no more reminders. This does not change what you have to pay.',
  unknown: 'This link is not complete. Please open it again from the message you received.',
};
