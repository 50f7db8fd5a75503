/** A simulated deployment: the real functions and everything around them in production. */
import type { Channel } from '#lib/domain/channels/channels.ts';
import { createDynamoDb } from '#test/simulation/aws/dynamodb.ts';
import type { Service } from '#test/simulation/aws/exchange.ts';
import { createLambda, type Lambda } from '#test/simulation/aws/lambda.ts';
import { createNetwork } from '#test/simulation/aws/provider-http.ts';
import { createQueues, type Queues } from '#test/simulation/aws/queues.ts';
import type { Message } from '#test/simulation/aws/read-sent.ts';
import { createReceivers, type Receivers } from '#test/simulation/aws/receivers.ts';
import { createScheduler } from '#test/simulation/aws/scheduler.ts';
import { forgetSecrets } from '#test/simulation/aws/secrets.ts';
import { type Oracle, watchOver } from '#test/simulation/invariants/index.ts';
import { type CallFault, createFaults, type Faults } from '#test/simulation/kernel/faults.ts';
import type { Invocation } from '#test/simulation/kernel/invocation.ts';
import { createKernel, type Kernel } from '#test/simulation/kernel/kernel.ts';
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import { createTable, type Table } from '#test/simulation/table/table.ts';
import { lagOf, outagesAndFaults, type Script, scripted } from './call-faults.ts';
import { type Asked, type Callers, createCallers } from './callers.ts';
import { type Customers, createCustomers } from './customers.ts';
import { createEndpointLives, type EndpointLives } from './endpoint-lives.ts';
import { type Functions, REAL_FUNCTIONS } from './functions.ts';
import { NO_SEAMS, type Seams } from './install.ts';
import type { Failure } from './receipts.ts';
import { type Reconciliation, reconciliationIn } from './reconciliation.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';
import type { Tenant } from './tenants.ts';

const SHARE = 0.4;

const FAILURES = {
  whatsapp: ['not_on_whatsapp'],
  sms: ['invalid_number', 'blocked', 'blocked'],
  email: ['bounced', 'mailbox_full'],
} as const satisfies Record<Channel, readonly Failure[]>;

const NAMES_ADDRESS = 0.7;
const COMPLAINS = 0.1;

type Closings = {
  /** What a message that failed for good says of its address; undefined if it names none. */
  failureOf: (channel: Channel) => Failure | undefined;
  /** Whether somebody complains about an email that was delivered. */
  complains: () => boolean;
};

function createClosings(seed: number): Closings {
  const random = randomFrom(seed, 'closings');
  const isOn = random.bool(SHARE);
  return {
    failureOf: (channel) => (isOn && random.bool(NAMES_ADDRESS) ? random.pick<Failure>(FAILURES[channel]) : undefined),
    complains: () => isOn && random.bool(COMPLAINS),
  };
}

export type Violation = { invariant: number; what: string; at: number };

export type World = {
  seed: number;
  begunAt: number;
  kernel: Kernel;
  faults: Faults;
  /** Random numbers for latencies and other behaviour that is not a fault. */
  network: Random;
  table: Table;
  clients: { table: { send: unknown }; scheduler: { send: unknown } };
  lambda: Lambda;
  queues: Queues;
  receivers: Receivers;
  functions: Functions;
  seams: Seams;
  oracle: Oracle;
  callers: Callers;
  customers: Customers;
  closings: Closings;
  endpointLives: EndpointLives;
  sandbox: Sandbox;
  /** Of a world in which the ledger is reconciled with the provider's lists. */
  reconciliation: Reconciliation | undefined;
  providers: ReturnType<typeof createNetwork>;
  tenants: Tenant[];
  messages: Message[];
  /** How many answers to HELP were sent. */
  answers: number;
  violations: Violation[];
  healedAt: number;
  /** Whether nothing is ever broken in this world. */
  isCalm: boolean;
  sleep: (milliseconds: number) => Promise<void>;
  /** Counts a situation that occurred in this world. */
  note: (situation: string) => void;
  notes: Map<string, number>;
  /** The request of each invocation of an endpoint. */
  asked: Map<number, Asked>;
  violate: (invariant: number, what: string) => void;
  /** The invocation whose request the table is serving. */
  asker: Invocation | undefined;
  started: (invocation: Invocation) => void;
  callFault: (invocation: Invocation, service: Service) => CallFault | undefined;
};

export type WorldOptions = {
  seed: number;
  start: number;
  verbose?: boolean | undefined;
  /** Faults and acts that are left out. */
  without?: ReadonlySet<string> | undefined;
  seams?: Partial<Seams> | undefined;
  script?: Script | undefined;
};

export function createWorld(options: WorldOptions): World {
  const { seed, start, verbose = false, without, seams, script } = options;
  const kernel = createKernel({ seed, start, verbose });
  const faults = createFaults({ seed, without });
  const world = {
    seed,
    begunAt: start,
    kernel,
    faults,
    isCalm: faults.isCalm && script === undefined,
    network: randomFrom(seed, 'network'),
  } as World;
  Object.assign(world, {
    ...records(world),
    table: createTable(kernel.now),
    seams: { ...NO_SEAMS, ...seams },
    sleep: (milliseconds: number) => sleep(world, milliseconds),
    callFault: script === undefined ? outagesAndFaults(world) : scripted(world, script),
  });
  world.table.lag = (_key, from) => lagOf(faults, from);
  world.table.sawOld = (from) => world.note(`old version read from the ${from}`);
  world.started = () => {
    if (faults.strikes('cold-start')) forgetSecrets(world);
  };
  world.table.skips = () => faults.strikes('unprocessed-keys');
  world.lambda = createLambda(world);
  world.queues = createQueues(world);
  world.receivers = createReceivers(world);
  world.clients = { table: createDynamoDb(world), scheduler: createScheduler(world) };
  world.functions = world.seams.functions(REAL_FUNCTIONS);
  world.oracle = watchOver(world);
  world.callers = createCallers(world);
  world.customers = createCustomers(world);
  world.closings = createClosings(seed);
  world.endpointLives = createEndpointLives(world);
  world.sandbox = createSandbox(world);
  world.reconciliation = reconciliationIn(world);
  world.providers = createNetwork(world, world.sandbox.serve);
  return world;
}

function records(world: World): Partial<World> {
  const notes = new Map<string, number>();
  const violations: Violation[] = [];
  return {
    notes,
    violations,
    messages: [],
    answers: 0,
    asked: new Map(),
    tenants: [],
    healedAt: Number.POSITIVE_INFINITY,
    note: (situation) => void notes.set(situation, (notes.get(situation) ?? 0) + 1),
    violate(invariant, what) {
      violations.push({ invariant, what, at: world.kernel.now() });
      world.kernel.trace.say(`VIOLATION of ${invariant}: ${what}`);
    },
  };
}

function sleep({ kernel }: World, milliseconds: number): Promise<void> {
  const invocation = kernel.current();
  if (invocation === undefined) return Promise.resolve();
  return new Promise((resolve) => kernel.resume(invocation, milliseconds, resolve));
}
