/** The AWS services the local run needs besides DynamoDB, on this machine, speaking AWS's own wire protocols. */
import { whatsappTemplates } from '#lib/domain/message/whatsapp-templates.ts';
import { startAwsServer } from './aws-server.ts';
import { emailStandIn } from './email-stand-in.ts';
import { standInEnvironment } from './environment.ts';
import { type Faults, openFaults } from './faults.ts';
import { lambdaStandIn, type OnInvoke } from './lambda-stand-in.ts';
import { type Outbox, openOutbox } from './outbox.ts';
import { schedulerStandIn } from './scheduler-stand-in.ts';
import { openSchedules, type Schedules } from './schedules.ts';
import { openSecrets, type Secrets, secretsStandIn } from './secrets-stand-in.ts';
import { smsStandIn } from './sms-stand-in.ts';
import { openState } from './state.ts';
import { whatsappStandIn } from './whatsapp-stand-in.ts';

export type AwsStandIns = {
  /** Where they answer. */
  url: string;
  /** What the functions have to find in their environment to meet the stand-ins. */
  environment: Record<string, string>;
  schedules: Schedules;
  outbox: Outbox;
  faults: Faults;
  secrets: Secrets;
  /** Resolves when no function runs that was invoked without waiting for it. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

/** `baseUrl` is where the payment pages are: the WhatsApp templates that were "approved" lead there. */
type Options = { dataDir: string; baseUrl: string; now: () => Date; onInvoke: OnInvoke };

export async function startAwsStandIns({ dataDir, baseUrl, now, onInvoke }: Options): Promise<AwsStandIns> {
  const state = openState(dataDir);
  const faults = openFaults(state);
  const outbox = openOutbox(state);
  const lambda = lambdaStandIn(onInvoke);
  const standIns = [
    schedulerStandIn(state, now),
    whatsappStandIn({ outbox, now, templates: whatsappTemplates(baseUrl) }),
    smsStandIn(outbox, now),
    emailStandIn(outbox, now),
    secretsStandIn(state, now),
    lambda,
  ];
  const server = await startAwsServer(standIns, faults);
  return {
    url: server.url,
    environment: standInEnvironment(server.url),
    schedules: openSchedules(state),
    outbox,
    faults,
    secrets: openSecrets(state),
    settled: lambda.settled,
    close: async () => {
      // What still runs may need the others.
      await lambda.settled();
      await server.close();
      state.close();
    },
  };
}
