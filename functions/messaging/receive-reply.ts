/** Customers' replies by SMS and WhatsApp: STOP, START, HELP, and all else. */
import { type ReplyNeeds, replyConsumer, replyNeeds } from '#lib/endpoints/reply-consumer.ts';

export const receiveReply = (deps: ReplyNeeds) => replyConsumer(deps, deps.readReplies);

export const handler = receiveReply(replyNeeds);
