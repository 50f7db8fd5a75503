/** Walks over all who owe something, and counts the messages that they get in the next days. It writes nothing but the forecast. */
import type { Channels } from '#lib/channels/channels.ts';
import { type Account, isSpread } from '#lib/domain/account.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import { followUpUnder } from '#lib/domain/choose-follow-up.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { serviceUnavailable } from '#lib/domain/errors.ts';
import { isDigested } from '#lib/domain/follow-up/digest.ts';
import type { FollowUpRule } from '#lib/domain/follow-up/follow-up-policy.ts';
import { type PlanSetting, planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { type MessageSetting, slotMessage } from '#lib/domain/follow-up/slot-message.ts';
import {
  addPerson,
  type CountedDebt,
  examplePlan,
  FORECAST_DAYS,
  type Forecast,
  type ForecastSums,
  noSums,
  withExample,
} from '#lib/domain/forecast/forecast.ts';
import { type ForecastDebt, forecastPerson, type PersonForecast } from '#lib/domain/forecast/person-forecast.ts';
import { accountZones } from '#lib/domain/insights/statistics.ts';
import { CURRENCIES, outstandingOf } from '#lib/domain/money.ts';
import { NEW_PERSON } from '#lib/domain/person/person.ts';
import { rulesOf, whereaboutsOf } from '#lib/domain/person/policy.ts';
import { countriesOf, type Phone } from '#lib/domain/phone.ts';
import { breakPromise } from '#lib/domain/revisions/promise-payment.ts';
import { DAY_MS } from '#lib/domain/time/time-units.ts';
import type { ForecastTask, Queues } from '#lib/schedule/queues.ts';
import type { NeedsSettings, Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import { type Owing, type PeoplePorts, readPeople } from './read-people.ts';

type CountPorts = NeedsSettings<'baseUrl'> & Pick<Channels, 'configuredChannels' | 'isOneWay'>;

export type ForecastPorts = Pick<Service, 'clock' | 'random'> & CountPorts & PeoplePorts & Pick<Store, 'listCustomers'>;

/** At its beginning. */
export async function newForecast(
  ports: ForecastPorts,
  account: Account,
  rules?: readonly FollowUpRule[],
): Promise<Forecast> {
  const currencies = await currenciesOwed(ports, account);
  return {
    id: ports.random.nonce(),
    asOf: ports.clock.now().toISOString(),
    step: 0,
    ...(rules && { rules, proposed: noSums() }),
    place: currencies.length === 0 ? 'end' : { currencies, nth: 0 },
    inForce: noSums(),
    examples: [],
  };
}

async function currenciesOwed({ listCustomers }: ForecastPorts, account: Account): Promise<string[]> {
  const found = await Promise.all(
    CURRENCIES.map(async (currency) => {
      const first = await listCustomers(
        account.id,
        { by: 'outstanding', currency },
        { limit: 1, isSpread: isSpread(account) },
      );
      return first.length === 0 ? [] : [currency];
    }),
  );
  return found.flat();
}

/** Of a run that goes on with a forecast; a run may take a minute. */
const STEP_MS = 46_000;
const STEP_EVERY_SECONDS = 50;
/** A message can be delayed by fifteen minutes. No run puts a run on the queue: a mistake would go round for ever. */
const STEPS = 18;

/** @throws service_unavailable */
export async function queueSteps({ queueRuns }: Pick<Queues, 'queueRuns'>, forecast: ForecastTask): Promise<void> {
  const steps = Array.from({ length: STEPS }, (_, nth) =>
    queueRuns([{ collection: '', forecast }], nth * STEP_EVERY_SECONDS),
  );
  if ((await Promise.all(steps)).some((refused) => refused > 0)) throw serviceUnavailable();
}

type ContinuePorts = ForecastPorts & Pick<Store, 'getAccount' | 'getForecast' | 'saveForecastStep'>;

/** One step more of a forecast that is not at its end. */
export async function continueForecast(
  ports: ContinuePorts,
  { account: id, kind, id: forecastId }: ForecastTask,
): Promise<'done' | 'continued' | 'nothing'> {
  const [account, forecast] = await Promise.all([ports.getAccount(id), ports.getForecast(id, kind)]);
  if (account === undefined || forecast?.id !== forecastId || forecast.place === 'end') return 'nothing';
  await advanceForecast(ports, account, forecast, ports.clock.now().getTime() + STEP_MS);
  forecast.step += 1;
  if (!(await ports.saveForecastStep(id, kind, forecast))) return 'nothing';
  return (forecast.place as Forecast['place']) === 'end' ? 'done' : 'continued';
}

/** People who are read together. */
const PAGE = 200;

/** Goes on until the deadline, or the end. `forecast` is changed. */
export async function advanceForecast(
  ports: ForecastPorts,
  account: Account,
  forecast: Forecast,
  deadline: number,
): Promise<void> {
  while (forecast.place !== 'end' && ports.clock.now().getTime() < deadline) {
    const { currencies, nth, after } = forecast.place;
    const order = { by: 'outstanding', currency: currencies[nth] as string } as const;
    const places = await ports.listCustomers(account.id, order, { after, limit: PAGE, isSpread: isSpread(account) });
    const contacts = places.map(({ contact }) => contact);
    for (const person of await readPeople(ports, account, { contacts, currencies, nth }))
      count(ports, account, forecast, person);
    const last = places.at(-1);
    if (places.length === PAGE && last) forecast.place = { currencies, nth, after: last };
    else forecast.place = nth + 1 < currencies.length ? { currencies, nth: nth + 1 } : 'end';
  }
}

/** `isAnew`: its follow-ups are others than it has, and their slots are counted by time. */
type Debt = { collection: Collection; isAnew?: boolean };

function count(ports: CountPorts, account: Account, forecast: Forecast, customer: Owing): void {
  const { debts, phone } = customer;
  const { rules, proposed, asOf } = forecast;
  const now = Date.parse(asOf);
  const inForce = outcomeOf(ports, account, { ...customer, debts: debts.map((collection) => ({ collection })), now });
  add(ports, account, forecast.inForce, { phone, ...inForce });
  if (rules === undefined || proposed === undefined) return;
  const ruled = debts.map((each): Debt => {
    const isReturning = customer.since < each.createdAt;
    const followUp = followUpUnder(each, { rules, phone, account, isReturning, tags: customer.tags });
    return followUp === each.followUp ? { collection: each } : { collection: { ...each, followUp }, isAnew: true };
  });
  const isSame = !ruled.some(({ isAnew }) => isAnew);
  const tried = isSame ? inForce : outcomeOf(ports, account, { ...customer, debts: ruled, now });
  add(ports, account, proposed, { phone, ...tried });
  for (const [nth, { id, reference, ref }] of debts.entries())
    withExample(forecast.examples, {
      collection: id,
      reference,
      inForce: examplePlan(ref.hash, inForce.counted[nth]?.rule ?? '', inForce.messages),
      proposed: examplePlan(ref.hash, tried.counted[nth]?.rule ?? '', tried.messages),
    });
}

type Outcome = PersonForecast & { counted: readonly CountedDebt[]; collections: readonly Collection[] };

function outcomeOf(
  ports: CountPorts,
  account: Account,
  { debts, phone, reach, now }: Omit<Owing, 'debts'> & { debts: readonly Debt[]; now: number },
): Outcome {
  const { person = NEW_PERSON } = reach;
  const setting = { account, phone, ...reach, availableChannels: ports.configuredChannels() };
  const forecast = forecastPerson(
    debts.map((debt) => forecastDebt(debt, { setting, now })),
    { person, now, until: now + FORECAST_DAYS * DAY_MS },
  );
  const [country] = countriesOf(whereaboutsOf({ phone, account }));
  const collections = debts.map(({ collection }) => collection);
  const counted = collections.map(
    (collection): CountedDebt => ({
      hash: collection.ref.hash,
      id: collection.id,
      rule: collection.followUp.rule?.name ?? '',
      country,
      owed: outstandingOf(collection),
      isMentioned: collection.nextSlot > 1,
    }),
  );
  return { ...forecast, counted, collections };
}

function forecastDebt(
  { collection, isAnew }: Debt,
  { setting, now }: { setting: PlanSetting & { account: Account; phone: Phone }; now: number },
): ForecastDebt {
  const decided = {
    plan: (of: Collection) => planFollowUps(of, setting),
    rules: (of: Collection) => rulesOf(of, setting),
    broken: (of: Collection, at: Date) => breakPromise({ collection: of, setting }, at),
    isDigested: isDigested(collection, setting.account),
  };
  if (!isAnew) return { ...decided, collection };
  const { plan: _start, deferral: _waits, skippedSlot: _paid, ...fresh } = collection;
  const past = planFollowUps(fresh, setting).slots.filter(({ dueAt }) => dueAt <= now).length;
  return { ...decided, collection: { ...fresh, nextSlot: past + 1 } };
}

function add(
  ports: CountPorts,
  account: Account,
  sums: ForecastSums,
  { phone, counted, collections, ...forecast }: Outcome & { phone: Phone },
): void {
  const zone = accountZones(account).day;
  const setting = {
    account,
    phone,
    hours: { zones: [zone] },
    baseUrl: ports.settings.baseUrl,
    isOneWay: ports.isOneWay,
  };
  const known = new Map<string, number>();
  const partsIn = (channel: Channel, { hash }: CountedDebt): number => {
    const key = `${hash}#${channel}`;
    const parts =
      known.get(key) ??
      partsOf(
        collections.find(({ ref }) => ref.hash === hash),
        channel,
        setting,
      );
    known.set(key, parts);
    return parts;
  };
  addPerson(sums, counted, forecast, { account, zone, partsIn });
}

function partsOf(collection: Collection | undefined, channel: Channel, setting: MessageSetting): number {
  if (collection === undefined) return 1;
  const message = slotMessage(collection, { channel, tone: 'gentle', at: 0 }, setting);
  return 'segments' in message ? message.segments : 1;
}
