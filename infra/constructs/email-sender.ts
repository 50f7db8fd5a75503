/** Email by SES, from an identity that a person has verified. */
import { Duration, Stack } from 'aws-cdk-lib';
import { EventBus } from 'aws-cdk-lib/aws-events';
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailSendingEvent,
  EventDestination,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import type { Construct } from 'constructs';
import type { SenderSettings } from '#infra/settings.ts';
import type { Sender } from './sender.ts';

/** Not opens and clicks: those would put a hidden image and rewritten links into the mail. */
const EVENTS = [EmailSendingEvent.DELIVERY, EmailSendingEvent.BOUNCE, EmailSendingEvent.REJECT];

/** A reminder that arrives later than this is of no use. */
const MAX_UNDERWAY = Duration.hours(4);

export function emailSender(scope: Construct, { from }: NonNullable<SenderSettings['email']>): Sender {
  const set = new ConfigurationSet(scope, 'Email', {
    tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
    maxDeliveryDuration: MAX_UNDERWAY,
    // Who calls a reminder spam never gets another, from SES itself.
    suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
  });
  const bus = EventBus.fromEventBusName(scope, 'DefaultBus', 'default');
  set.addEventDestination('Receipts', { destination: EventDestination.eventBus(bus), events: EVENTS });
  const name = set.configurationSetName;
  const arn = (resource: string, resourceName: string): string =>
    Stack.of(scope).formatArn({ service: 'ses', resource, resourceName });
  return {
    environment: { EMAIL_FROM: from, EMAIL_CONFIGURATION_SET: name },
    action: 'ses:SendEmail',
    resources: [...identitiesOf(from).map((identity) => arn('identity', identity)), arn('configuration-set', name)],
    receipts: { source: ['aws.ses'], detail: { mail: { tags: { 'ses:configuration-set': [name] } } } },
  };
}

/** SES may have verified the address itself, its domain, or a domain above that. */
function identitiesOf(address: string): string[] {
  const labels = address.slice(address.lastIndexOf('@') + 1).split('.');
  return [address, ...labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))];
}
