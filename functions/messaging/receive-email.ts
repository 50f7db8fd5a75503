/** Customers' replies by email. Apart from the other channels: however many mails come, STOP by phone is obeyed at once. */
import { readMail } from '#lib/channels/stored-mail.ts';
import { type ReplyNeeds, replyConsumer, replyNeeds } from '#lib/endpoints/reply-consumer.ts';

const needs = { ...replyNeeds, readMail };

export const receiveEmail = (deps: ReplyNeeds & Pick<typeof needs, 'readMail'>) =>
  replyConsumer(deps, async (message) => {
    // What parses a mail is loaded with the first one.
    const { readEmailReplies } = await import('#lib/channels/email/replies.ts');
    return readEmailReplies(message, deps.settings.senders.email, deps.readMail);
  });

export const handler = receiveEmail(needs);
