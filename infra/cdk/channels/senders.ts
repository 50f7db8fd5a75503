/** The channels of the stack, and the senders that the operator configured: variables, permissions and receipts. */
import type { EventPattern } from 'aws-cdk-lib/aws-events';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import * as z from 'zod/mini';
import type { ServiceFunction } from '#infra/cdk/constructs/service-function.ts';
import { acknowledgeWildcard } from '#infra/cdk/constructs/service-function.ts';
import { CHANNELS, type Channel } from '#lib/domain/channels/channels.ts';
import { email } from './email.ts';
import type { Sender, SenderContext } from './sender.ts';
import { sms } from './sms.ts';
import { whatsapp } from './whatsapp.ts';

const SENDERS = { whatsapp, sms, email } satisfies Record<Channel, object>;

/** A channel without a sender is left out of every plan. */
export const SenderSettings = z.strictObject({
  whatsapp: z.optional(whatsapp.settings),
  sms: z.optional(sms.settings),
  email: z.optional(email.settings),
});

type SenderSettings = z.output<typeof SenderSettings>;

/** The AWS services that publish replies. */
export const PUBLISHERS: readonly string[] = Object.values(SENDERS)
  .flatMap((channel) => ('publisher' in channel ? [channel.publisher] : []))
  .toSorted();

const WIDE = 'A sender id has an ARN for each country, and the ARN of a phone number does not contain the number.';

export class Senders extends Construct {
  /** For every function that plans or sends; a channel without its variables has no sender. */
  readonly environment: Record<string, string>;
  /** For the function that reads the receipts which come by the topic of replies: which sender is ours. */
  readonly topicEnvironment: Record<string, string>;
  /** The events with the other receipts, by the id of their rule. */
  readonly receipts: Record<string, EventPattern>;
  private readonly senders: Partial<Record<Channel, Sender>>;

  constructor(scope: Construct, id: string, { alarms, makesRecords, ...settings }: SenderSettings & SenderContext) {
    super(scope, id);
    this.senders = Object.fromEntries(
      CHANNELS.flatMap((channel) => {
        const { makeSender } = SENDERS[channel];
        const given = settings[channel];
        return given === undefined ? [] : [[channel, makeSender(this, given as never, { alarms, makesRecords })]];
      }),
    );
    const senders = Object.entries(this.senders);
    const environmentOf = (all: typeof senders) => Object.assign({}, ...all.map(([, { environment }]) => environment));
    this.environment = environmentOf(senders);
    this.topicEnvironment = environmentOf(senders.filter(([, { receipts }]) => receipts === undefined));
    this.receipts = Object.fromEntries(
      senders.flatMap(([channel, { receipts }]) => (receipts ? [[capitalized(channel), receipts]] : [])),
    );
  }

  allowSending(sender: ServiceFunction): void {
    this.permit(sender, Object.values(this.senders));
  }

  /** To send notices to merchants, which are emails. */
  allowSendingNotices(sender: ServiceFunction): void {
    this.permit(sender, this.senders.email ? [this.senders.email] : []);
  }

  /** To send by the channels that take replies, and what belongs to their answers. */
  allowAnswering(sender: ServiceFunction): void {
    const taking = Object.values(this.senders).filter(({ answers }) => answers !== undefined);
    this.permit(sender, [...taking, ...taking.flatMap(({ answers }) => answers ?? [])]);
  }

  /** Mail that comes is told of by the topic, and the function behind it may read it. */
  receiveMail(topic: ITopic, reader: ServiceFunction): void {
    for (const { mailbox } of Object.values(this.senders)) {
      if (mailbox === undefined) continue;
      mailbox.publishTo(topic);
      const mails = [mailbox.bucket.arnForObjects('*')];
      this.permit(reader, [{ action: 's3:GetObject', resources: mails }], 'SES names each mail by an id of its own.');
    }
  }

  private permit(
    sender: ServiceFunction,
    permissions: readonly Pick<Sender, 'action' | 'resources'>[],
    reason = WIDE,
  ): void {
    for (const { action, resources } of permissions) {
      sender.addToRolePolicy(new PolicyStatement({ actions: [action], resources: [...resources] }));
      for (const arn of resources.filter((each) => each.includes('*'))) acknowledgeWildcard(sender, arn, reason);
    }
  }
}

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
