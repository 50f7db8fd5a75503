/** A simulated deployment: the real functions and everything around them in production. */

import { createDynamoDb } from '#test/simulation/aws/dynamodb.ts';
import type { Service } from '#test/simulation/aws/exchange.ts';
import { createLambda, type Lambda } from '#test/simulation/aws/lambda.ts';
import { createOffers, type Offers } from '#test/simulation/aws/offers.ts';
import { createNetwork, type Provider } from '#test/simulation/aws/provider-http.ts';
import { createQueues, type Queues } from '#test/simulation/aws/queues.ts';
import type { Message } from '#test/simulation/aws/read-sent.ts';
import { createReceivers, type Receivers } from '#test/simulation/aws/receivers.ts';
import { createScheduler } from '#test/simulation/aws/scheduler.ts';
import { forgetSecrets } from '#test/simulation/aws/secrets.ts';
import type { StreamConsumer } from '#test/simulation/aws/stream.ts';
import { type Oracle, watchOver } from '#test/simulation/invariants/index.ts';
import { type CallFault, createFaults, type Faults } from '#test/simulation/kernel/faults.ts';
import type { Invocation } from '#test/simulation/kernel/invocation.ts';
import { createKernel, type Kernel } from '#test/simulation/kernel/kernel.ts';
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import type { Business } from '#test/simulation/model/channel-request.ts';
import { createTable, type Table } from '#test/simulation/table/table.ts';
import { lagOf, outagesAndFaults, type Script, scripted } from './call-faults.ts';
import { type Asked, type Callers, createCallers } from './callers.ts';
import { type Closings, createClosings } from './closings.ts';
import { type Customers, createCustomers } from './customers.ts';
import { createDownForDays, type DownForDays } from './down-for-days.ts';
import { createEndpointLives, type EndpointLives } from './endpoint-lives.ts';
import { type Functions, REAL_FUNCTIONS } from './functions.ts';
import type { Members } from './made-by-members.ts';
import { looksFurther } from './more-filters.ts';
import { createOddErrors, type OddErrors } from './odd-errors.ts';
import { createOddInbound, type OddInbound } from './odd-inbound.ts';
import { createOddReceivers, type OddReceivers } from './odd-receivers.ts';
import type { OddRequests } from './odd-requests.ts';
import type { Prefilled } from './prefill.ts';
import { type Reconciliation, reconciliationIn } from './reconciliation.ts';
import type { Regular } from './regulars.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';
import { createScanners, type Scanners } from './scanners.ts';
import { NO_SEAMS, type Seams } from './seams.ts';
import type { Tenant } from './tenants.ts';
import { type Variety, varietyIn } from './variety.ts';

export type Violation = { invariant: number; what: string; at: number };

/** A business with a provider of its own: what is kept of the provider, and what answers in its place. */
export type Payee = { account: string; secret: { secretKey: string }; serve: Provider };

export type World = {
  seed: number;
  kernel: Kernel;
  faults: Faults;
  /** Random numbers for latencies and other behaviour that is not a fault. */
  network: Random;
  table: Table;
  /** By name: a restored one that is not in use yet, and the one that was in use before. */
  otherTables: Map<string, Table>;
  /** Both readers of the table's stream. */
  consumers: StreamConsumer[];
  /** What tells each business's members that all sessions and links have ended. */
  signOut: (() => void)[];
  /** `cli sending pause`: runs wait in their queue. */
  isSendingPaused: boolean;
  clients: { table: { send: unknown }; scheduler: { send: unknown } };
  lambda: Lambda;
  queues: Queues;
  receivers: Receivers;
  oddReceivers: OddReceivers;
  downForDays: DownForDays;
  /** Merchants look for their collections by everything that there is. */
  looksFurther: boolean;
  oddInbound: OddInbound;
  oddErrors: OddErrors;
  functions: Functions;
  seams: Seams;
  oracle: Oracle;
  callers: Callers;
  customers: Customers;
  closings: Closings;
  scanners: Scanners;
  oddRequests: OddRequests;
  endpointLives: EndpointLives;
  sandbox: Sandbox;
  /** Of a world in which the ledger is reconciled with the provider's lists. */
  reconciliation: Reconciliation | undefined;
  providers: ReturnType<typeof createNetwork>;
  /** Of businesses beside the tenants, by which messages may be sent. */
  otherNames: Business[];
  /** Phones that have told their network to stop SMS, which it says at the next one. */
  refusedBySms: Set<string>;
  tenants: Tenant[];
  /** Businesses with a provider of their own, by the provider's id. */
  payees: Map<string, Payee>;
  /** Of a world with more kinds of customers, businesses and currencies. */
  variety: Variety | undefined;
  prefilled: Prefilled | undefined;
  /** Customers whose past is on record from the beginning. */
  regulars: readonly Regular[];
  /** Of a world in which members make a part of the requests. */
  members: Members | undefined;
  messages: Message[];
  /** How many answers to HELP were sent. */
  answers: number;
  offers: Offers;
  violations: Violation[];
  healedAt: number;
  /** Whether WhatsApp's receipts repeat the tags of their message: what is known of one whose record was erased. */
  repeatsTags: boolean;
  /** Addresses that could not be reached, until an erasure forgot it: their keys. */
  forgotten: Set<string>;
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
  /** Invariants: the world stops as soon as one of them is violated. */
  stopsAt?: readonly number[] | undefined;
  maxSteps?: number | undefined;
};

export function createWorld(options: WorldOptions): World {
  const { seed, start, verbose = false, without, seams, script, stopsAt, maxSteps } = options;
  const kernel = createKernel({ seed, start, verbose, maxSteps });
  const faults = createFaults({ seed, without });
  const world = {
    seed,
    kernel,
    faults,
    isCalm: faults.isCalm && script === undefined,
    network: randomFrom(seed, 'network'),
  } as World;
  Object.assign(world, {
    ...records(world, stopsAt),
    table: createTable(kernel.now),
    seams: { ...NO_SEAMS, ...seams },
    variety: varietyIn(seed, without ?? new Set()),
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
  world.oddErrors = createOddErrors(world, without ?? new Set());
  world.oddInbound = createOddInbound(world, without ?? new Set());
  world.looksFurther = looksFurther(seed, without ?? new Set());
  world.downForDays = createDownForDays(world, without ?? new Set());
  world.oddReceivers = createOddReceivers(world, without ?? new Set());
  world.receivers = createReceivers(world);
  world.clients = { table: createDynamoDb(world), scheduler: createScheduler(world) };
  world.functions = world.seams.functions(REAL_FUNCTIONS);
  world.oracle = watchOver(world);
  world.callers = createCallers(world);
  world.customers = createCustomers(world);
  world.closings = createClosings(seed, without ?? new Set());
  world.scanners = createScanners(world, without ?? new Set());
  world.endpointLives = createEndpointLives(world, without ?? new Set());
  world.sandbox = createSandbox(world);
  world.reconciliation = reconciliationIn(world, without ?? new Set());
  world.providers = createNetwork(world, (request) => {
    const payee = [...world.payees.values()].find(({ secret }) => secret.secretKey === request.key);
    return (payee ?? world.sandbox).serve(request);
  });
  return world;
}

function records(world: World, stopsAt: readonly number[] = []): Partial<World> {
  const notes = new Map<string, number>();
  const violations: Violation[] = [];
  return {
    notes,
    violations,
    otherTables: new Map(),
    otherNames: [],
    refusedBySms: new Set(),
    consumers: [],
    signOut: [],
    isSendingPaused: false,
    messages: [],
    answers: 0,
    repeatsTags: false,
    forgotten: new Set(),
    offers: createOffers(),
    asked: new Map(),
    tenants: [],
    payees: new Map(),
    prefilled: undefined,
    regulars: [],
    members: undefined,
    healedAt: Number.POSITIVE_INFINITY,
    note: (situation) => void notes.set(situation, (notes.get(situation) ?? 0) + 1),
    violate(invariant, what) {
      violations.push({ invariant, what, at: world.kernel.now() });
      world.kernel.trace.say(`VIOLATION of ${invariant}: ${what}`);
      if (stopsAt.includes(invariant)) world.kernel.stop();
    },
  };
}

function sleep({ kernel }: World, milliseconds: number): Promise<void> {
  const invocation = kernel.current();
  if (invocation === undefined) return Promise.resolve();
  return new Promise((resolve) => kernel.resume(invocation, milliseconds, resolve));
}
