/** What the configured sender of a channel adds to the stack. */
import type { EventPattern } from 'aws-cdk-lib/aws-events';

export type Sender = {
  environment: Record<string, string>;
  /** What else is permitted to the function that answers replies; undefined when nobody can reply. */
  answers?: { action: string; resources: readonly string[] }[];
  /** The permission to send, on these resources. */
  action: string;
  resources: readonly string[];
  /** Matches AWS's events about sent messages; absent where receipts come by the topic of replies. */
  receipts?: EventPattern;
};
