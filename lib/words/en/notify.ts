/** The English words of the email and the page that confirm an address for notices. */
import type { NotifyWords } from '#lib/words/page-words.ts';

export const notify: NotifyWords = {
  mail: {
    subject: 'Confirm this address for technical notices',
    ask: 'Somebody wants this address to be told when their webhook endpoint fails. If that is you, confirm it:',
    ignore: 'If it is not you, do nothing, or say so behind the link: you get no more of these emails.',
  },
  title: 'Technical notices',
  ask: (merchant) => `Get an email at this address when a webhook endpoint of ${merchant} fails? At most one a day.`,
  confirm: 'Yes, send notices',
  refuse: 'No, no email from here at all',
  confirmed: 'Thank you. You get an email when an endpoint fails. You can stop that here at any time.',
  refused: 'You get no more email from here, payment reminders included.',
  unknown: 'This link is not complete. Please open it again from the email you received.',
};
