/** The senders that the operator configured: environment variables, permissions and receipts, by channel. */
import type { EventPattern } from 'aws-cdk-lib/aws-events';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { SenderSettings } from '#infra/cdk/settings.ts';
import { acknowledgeWildcard } from './acknowledge-wildcard.ts';
import type { Alarms } from './alarms.ts';
import { emailSender } from './email-sender.ts';
import type { Sender } from './sender.ts';
import type { ServiceFunction } from './service-function.ts';
import { smsSender } from './sms-sender.ts';
import { whatsappSender } from './whatsapp-sender.ts';

const WIDE = 'A sender id has an ARN for each country, and the ARN of a phone number does not contain the number.';

export class Senders extends Construct {
  /** For every function that plans or sends; a channel without its variables has no sender. */
  readonly environment: Record<string, string>;
  /** For the function that reads WhatsApp's receipts: which number is ours. */
  readonly whatsapp: Record<string, string>;
  /** By channel. */
  readonly receipts: Record<string, EventPattern>;
  private readonly senders: Sender[];
  private readonly email: Sender[];

  constructor(scope: Construct, id: string, { whatsapp, sms, email, alarms }: SenderSettings & { alarms: Alarms }) {
    super(scope, id);
    const configured = {
      ...(whatsapp && { Whatsapp: whatsappSender(this, whatsapp) }),
      ...(sms && { Sms: smsSender(this, sms) }),
      ...(email && { Email: emailSender(this, email, alarms) }),
    };
    this.senders = Object.values(configured);
    this.email = configured.Email ? [configured.Email] : [];
    this.environment = Object.assign({}, ...this.senders.map(({ environment }) => environment));
    this.whatsapp = configured.Whatsapp?.environment ?? {};
    const all: [string, Sender][] = Object.entries(configured);
    this.receipts = Object.fromEntries(all.flatMap(([name, { receipts }]) => (receipts ? [[name, receipts]] : [])));
  }

  allowSending(sender: ServiceFunction): void {
    this.permit(sender, this.senders);
  }

  allowSendingEmail(sender: ServiceFunction): void {
    this.permit(sender, this.email);
  }

  /** To send by the channels that take replies, and what belongs to their answers. */
  allowAnswering(sender: ServiceFunction): void {
    const taking = this.senders.filter(({ answers }) => answers !== undefined);
    this.permit(sender, [...taking, ...taking.flatMap(({ answers }) => answers ?? [])]);
  }

  private permit(sender: ServiceFunction, permissions: readonly Pick<Sender, 'action' | 'resources'>[]): void {
    for (const { action, resources } of permissions) {
      sender.addToRolePolicy(new PolicyStatement({ actions: [action], resources: [...resources] }));
      for (const arn of resources.filter((each) => each.includes('*'))) acknowledgeWildcard(sender, arn, WIDE);
    }
  }
}
