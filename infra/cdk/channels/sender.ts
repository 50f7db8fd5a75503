/** What a channel has of the stack. */
import type { EventPattern } from 'aws-cdk-lib/aws-events';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type * as z from 'zod/mini';
import type { Alarms } from '#infra/cdk/constructs/alarms.ts';

/** `makesRecords`: whether records of DNS, and what is proved by them, are the stack's to make. */
export type SenderContext = { alarms: Alarms; makesRecords: boolean };

export type ChannelSender<Settings extends z.ZodMiniType> = {
  /** How a stage names its sender. */
  settings: Settings;
  makeSender: (scope: Construct, settings: z.output<Settings>, context: SenderContext) => Sender;
  /** The AWS service that publishes its replies; absent when nobody can reply. */
  publisher?: string;
};

/** `publishTo`: tells a topic of each mail that comes. */
export type Mailbox = { domain: string; bucket: IBucket; publishTo: (topic: ITopic) => void };

/** What a configured sender adds to the stack. */
export type Sender = {
  environment: Record<string, string>;
  /** What else is permitted to the function that answers replies; undefined when nobody can reply. */
  answers?: { action: string; resources: readonly string[] }[];
  /** Where replies are kept until they are read. */
  mailbox?: Mailbox;
  /** The permission to send, on these resources. */
  action: string;
  resources: readonly string[];
  /** Matches AWS's events about sent messages; absent where receipts come by the topic of replies. */
  receipts?: EventPattern;
};
