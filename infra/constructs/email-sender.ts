/** Email by SES, from an identity that the operator has verified. */
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

/** Opens and clicks are not tracked: SES would add a hidden image and rewrite the links. */
const EVENTS = [
  EmailSendingEvent.DELIVERY,
  EmailSendingEvent.BOUNCE,
  EmailSendingEvent.COMPLAINT,
  EmailSendingEvent.REJECT,
];

/** A reminder that arrives later is of no use. */
const MAX_DELIVERY = Duration.hours(4);

export function emailSender(scope: Construct, { from }: NonNullable<SenderSettings['email']>): Sender {
  const set = new ConfigurationSet(scope, 'Email', {
    tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
    maxDeliveryDuration: MAX_DELIVERY,
    // SES then sends nothing more to an address that bounced or complained.
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

/** The verified identity may be the address itself, its domain, or a parent domain. */
function identitiesOf(address: string): string[] {
  const labels = address.slice(address.lastIndexOf('@') + 1).split('.');
  return [address, ...labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))];
}
