/** A delivery receipt: what a channel says of a message after it has accepted it. */
import type { ReceiptStatus } from '#lib/domain/attempt.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { FailureKind } from './outgoing.ts';

/** `detail` is the channel's own code, never text from a person. */
export type DeliveryReceipt = { id: string; status: ReceiptStatus; at: string; detail: string };

export type ParsedReceipt = {
  channel: Channel;
  /** The ids under which the message may be recorded. */
  messageIds: readonly [string, ...string[]];
  receipt: DeliveryReceipt;
  failure?: FailureKind | undefined;
  /** Where the message went, in E.164 or as an email address. */
  address?: string | undefined;
  /** The attempt that sent the message, when the channel repeats our tags. */
  attempt?: { collectionId: string; slot: number; token?: string } | undefined;
  /** The channel's receipts are those of the whole AWS account, other stages and applications among them. */
  isOfAwsAccount?: true;
  /** The stage of this service that sent the message, where it says so. */
  stage?: string | undefined;
};

/** Undefined when the channel says nothing new. */
export type ReceiptMeaning = { status: ReceiptStatus; failure?: FailureKind } | undefined;

/** The message that a receipt is about, under the id that its send answered. */
export type OfMessage = { channel: Channel; messageId: string };
