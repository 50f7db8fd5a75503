/** The AWS services the local run needs besides DynamoDB, on this machine, speaking AWS's own wire protocols. */
import { whatsappTemplates } from '#lib/domain/message/whatsapp-templates.ts';
import { startAwsServer } from './aws-server.ts';
import { fakeEnvironment } from './environment.ts';
import { fakeEmail } from './fake-email.ts';
import { fakeLambda, type OnInvoke } from './fake-lambda.ts';
import { fakeScheduler } from './fake-scheduler.ts';
import { fakeSecrets, openSecrets, type Secrets } from './fake-secrets.ts';
import { fakeSms } from './fake-sms.ts';
import { fakeWhatsapp } from './fake-whatsapp.ts';
import { type Faults, openFaults } from './faults.ts';
import { type Outbox, openOutbox } from './outbox.ts';
import { openSchedules, type Schedules } from './schedules.ts';
import { openState } from './state.ts';

export type AwsFakes = {
  /** Where they answer. */
  url: string;
  /** What the functions have to find in their environment to meet the fakes. */
  environment: Record<string, string>;
  schedules: Schedules;
  outbox: Outbox;
  faults: Faults;
  secrets: Secrets;
  /** Resolves when no function runs that was invoked without waiting for it. */
  idle(): Promise<void>;
  close(): Promise<void>;
};

/** `baseUrl` is where the payment pages are: the WhatsApp templates that were "approved" lead there. */
type Options = { dataDir: string; baseUrl: string; now: () => Date; onInvoke: OnInvoke };

export async function startAwsFakes({ dataDir, baseUrl, now, onInvoke }: Options): Promise<AwsFakes> {
  const state = openState(dataDir);
  const faults = openFaults(state);
  const outbox = openOutbox(state);
  const lambda = fakeLambda(onInvoke);
  const fakes = [
    fakeScheduler(state, now),
    fakeWhatsapp({ outbox, now, templates: whatsappTemplates(baseUrl) }),
    fakeSms(outbox, now),
    fakeEmail(outbox, now),
    fakeSecrets(state, now),
    lambda,
  ];
  const server = await startAwsServer(fakes, faults);
  return {
    url: server.url,
    environment: fakeEnvironment(server.url),
    schedules: openSchedules(state),
    outbox,
    faults,
    secrets: openSecrets(state),
    idle: lambda.idle,
    close: async () => {
      // What still runs may need the others.
      await lambda.idle();
      await server.close();
      state.close();
    },
  };
}
