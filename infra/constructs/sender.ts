/** What configuring a channel's sender comes to. */
import type { EventPattern } from 'aws-cdk-lib/aws-events';

/** One channel with a sender. */
export type Sender = {
  environment: Record<string, string>;
  /** The permission to send, and on what. */
  action: string;
  resources: readonly string[];
  /** AWS's events about what was sent. */
  receipts: EventPattern;
};
