/** The functions that answer requests; `infra/cdk/functions.ts` says what each may do. */
import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { counted } from '#infra/cdk/constructs/alarms.ts';
import { Canary } from '#infra/cdk/constructs/canary.ts';
import { Rehearsal } from '#infra/cdk/constructs/rehearsal.ts';
import { ServiceFunction } from '#infra/cdk/constructs/service-function.ts';
import { FUNCTIONS, type FunctionName, functionsWithRoutes } from '#infra/cdk/functions.ts';
import type { Settings } from '#infra/cdk/settings.ts';
import { CONSOLE_ROUTES, ROUTES } from '#lib/contract/routes.ts';
import { OFFLINE_URL } from '#lib/domain/payment/rehearsed-payment.ts';
import type { BackgroundStack } from './background-stack.ts';
import type { DataStack } from './data-stack.ts';
import { StageStack, type StageStackProps } from './stage-stack.ts';

type OperatedStacks = {
  settings: Settings;
  data: DataStack;
  background: BackgroundStack;
  /** For the alarms of its functions, but for those by which a release is judged. */
  watching: StageStack;
};

const DESCRIPTIONS = {
  operations: 'Payment collections: what answers requests.',
  desk: 'Payment collections: what merchants set.',
} as const;

type OperationsPart = keyof typeof DESCRIPTIONS;

const partOf = (name: FunctionName): OperationsPart => FUNCTIONS[name].stack ?? 'operations';

export type OperationsStackProps = StageStackProps & OperatedStacks;

/** They take money or promise to: a fault in them costs most. */
const CAREFULLY: readonly FunctionName[] = ['create-collection', 'payment-page', 'receive-payment'];

export class OperationsStack extends StageStack {
  private readonly built = new Map<FunctionName, ServiceFunction>();

  constructor(
    scope: Construct,
    part: OperationsPart,
    { settings, data, background, watching, ...props }: OperationsStackProps,
  ) {
    super(scope, { part, description: DESCRIPTIONS[part] }, props);
    const names = [...functionsWithRoutes().map(({ name }) => name), 'not-found' as const];
    for (const name of names.filter((each) => partOf(each) === part))
      this.built.set(name, this.build(name, { settings, data, background, watching }));
    if (settings.canary && part === 'operations') {
      const careful = CAREFULLY.map((name) => this.functionOf(name));
      const rehearsal = this.rehearse(data);
      new Canary(this, 'CanaryOfRequests', { functions: careful, judged: careful, rehearsal, alarms: data.alarms });
    }
  }

  holds(name: FunctionName): boolean {
    return this.built.has(name);
  }

  /** The function of an operation. */
  functionOf(name: FunctionName): ServiceFunction {
    const built = this.built.get(name);
    if (built) return built;
    throw new Error(`there is no function ${name}`);
  }

  private rehearse({ table, alarms, variables: environment, apiKeyChecksum, credentialsKey }: DataStack): Rehearsal {
    const rehearsed = Object.fromEntries(CAREFULLY.map((name) => [name, this.functionOf(name)]));
    const rehearsal = new Rehearsal(this, 'Rehearsal', { name: 'rehearse', rehearsed, table, environment, alarms });
    // Its provider, which nobody else can use.
    for (const each of Object.values(rehearsed)) each.addEnvironment('SANDBOX_URL', OFFLINE_URL);
    apiKeyChecksum.allowChecking(rehearsal.function);
    credentialsKey.allowEncrypting(rehearsal.function);
    // Of the rehearsal of runs, too.
    alarms.watch(rehearsal, 'RehearsalFailed', {
      metric: counted(rehearsal, 'rehearsal_failed'),
      threshold: 1,
      impact: 'A release failed its rehearsal: it got no traffic, and the version before goes on.',
    });
    return rehearsal;
  }

  private build(name: FunctionName, { settings, data, background, watching }: OperatedStacks) {
    const { folder = 'api', impact, ...may } = FUNCTIONS[name];
    const { senders, payments, webhooks } = background;
    const built = new ServiceFunction(this, pascal(name), {
      entry: `functions/${folder}/${name}.ts`,
      environment: { ...data.variables, ...((may.plansFollowUps || may.mailsMembers) && senders.environment) },
      // All calls of providers together may take eight seconds, a receiver of webhooks fifteen.
      timeout: Duration.seconds(may.callsProviders || may.signsWebhooks ? 20 : 10),
      alarms: data.alarms,
      impact,
      ...(CAREFULLY.includes(name) ? { reserved: settings.reserved.requests } : { watchedIn: watching }),
    });
    data.table.allow(built, name);
    if (hasKey(name)) checkKeys(built, { settings, data });
    if (may.writesToCustomers) senders.allowSending(built);
    if (may.mailsMembers) senders.allowSendingNotices(built);
    if (may.callsProviders) payments.allowReadingCredentials(built);
    if (may.signsWebhooks) data.webhookKey.allowSigning(built);
    if (may.queuesRuns) background.followUps.runs.allowSending(built);
    if (may.queuesWebhooks) webhooks.queue.allowSending(built);
    return built;
  }
}

/** Whether its callers send an API key, or the token of a session. */
const hasKey = (name: FunctionName): boolean =>
  [...ROUTES, ...CONSOLE_ROUTES].some(({ operation }) => operation === name);

function checkKeys(built: ServiceFunction, { settings, data }: Pick<OperatedStacks, 'settings' | 'data'>): void {
  const { perSecond, burst } = settings.accountRequests;
  data.apiKeyChecksum.allowChecking(built);
  built.addEnvironment('ACCOUNT_REQUESTS_PER_SECOND', String(perSecond));
  built.addEnvironment('ACCOUNT_REQUESTS_BURST', String(burst));
}

const pascal = (name: string): string => name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
