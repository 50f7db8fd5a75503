/** In some worlds an operator opens accounts and sets what only an operator can: each command answers, and leaves, what a model of the settings says. */
import { isDeepStrictEqual } from 'node:util';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Run, Values } from '#infra/cli/command.ts';
import { createAccount, listAccounts, setSupport } from '#infra/cli/commands/accounts.ts';
import { createKey, listKeys, revokeKey } from '#infra/cli/commands/keys.ts';
import { addOptOut, listOptOuts, removeOptOut } from '#infra/cli/commands/opt-outs.ts';
import { listProviders, setDefaultProvider, setProviderKind } from '#infra/cli/commands/providers.ts';
import { addSealedCredentials, getSealedCredentials, saveSealedCredentials } from '#lib/store/credentials.ts';
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import { anApiEvent } from '#test/support/api-event.ts';
import type { World } from './world.ts';

export const SETTINGS = { name: 'settings', share: 0.15 };

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** More than two clocks differ. */
const CLOCKS = 12_000;
const STEPS = { min: 12, max: 30 };

type Key = {
  id: string;
  secret: string;
  hint: string;
  mode: string;
  createdAt: string;
  expiresAt?: string;
  revokedAt?: string;
};
type Provider = { id: string; name: string; slug: string; kind?: string; enabled: boolean; sealed?: string };
type Opened = {
  id: string;
  name: string;
  mode: string;
  createdAt: string;
  support: { supportPhone: string | null; supportEmail: string | null };
  keys: Key[];
  providers: Provider[];
  preset?: string;
};
type Desk = { world: World; random: Random; opened: Opened[]; optedOut: Map<string, string>; names: number };
type Step = (desk: Desk, of: Opened) => Promise<void>;

/** After all else that the model is told of, when nothing is broken any more. */
export async function changeSettings(world: World, without: ReadonlySet<string>): Promise<void> {
  const random = randomFrom(world.seed, SETTINGS.name);
  if (without.has(SETTINGS.name) || !random.bool(SETTINGS.share)) return;
  const desk: Desk = { world, random, opened: [], optedOut: new Map(), names: 0 };
  await open(desk);
  for (let left = random.between(STEPS.min, STEPS.max); left > 0 && !world.kernel.isStopped(); left -= 1) {
    await world.kernel.runUntil(world.kernel.now() + random.pick([1, 1_000, MINUTE, DAY]));
    await random.pick(STEPS_OF_ALL)(desk, random.pick(desk.opened));
  }
  for (const of of desk.opened) for (const look of [lookAtKeys, lookAtProviders, useKeys]) await look(desk, of);
  await lookAtAll(desk);
  world.note('settings read back');
}

const isoNow = ({ world }: Desk): string => new Date(world.kernel.now()).toISOString();

function same({ world }: Desk, what: string, found: unknown, right: unknown): void {
  if (!isDeepStrictEqual(found, right))
    world.violate(14, `${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(right)}`);
}

// biome-ignore lint/suspicious/noExplicitAny: the JSON that a command answers.
const answerOf = async (run: Run, values: Values): Promise<any> => JSON.parse(JSON.stringify((await run(values)).data));

/** What a command says when it refuses; undefined if it does not. */
const refusalOf = (run: Run, values: Values): Promise<string | undefined> =>
  run(values).then(
    () => undefined,
    (error: Error) => error.message,
  );

async function open(desk: Desk): Promise<void> {
  const { random, opened } = desk;
  desk.names += 1;
  const [name, test, country] = [`Desk ${desk.names}`, random.bool(0.5), random.pick([undefined, 'NG', 'KE'])];
  const shown = await answerOf(createAccount, { name: ` ${name} `, test, ...(country && { country }) });
  const { id } = shown;
  const mode = test ? 'test' : 'live';
  const made = { name, mode, createdAt: isoNow(desk) };
  same(desk, 'accounts create', shown, { id, ...made, ...(country && { country }) });
  const support = { supportPhone: null, supportEmail: null };
  opened.push({ id, ...made, support, keys: [], providers: [] });
}

const addKey: Step = async (desk, of) => {
  const days = desk.random.pick([undefined, 1, 30]);
  const given = { account: of.id, ...(days !== undefined && { 'expires-in-days': String(days) }) };
  const shown = await answerOf(createKey, given);
  const { apiKey: secret, id, hint } = shown;
  const expiresAt =
    days === undefined ? {} : { expiresAt: new Date(desk.world.kernel.now() + days * DAY).toISOString() };
  const key = { hint, mode: of.mode, createdAt: isoNow(desk), ...expiresAt };
  same(desk, 'keys create', shown, { account: of.id, apiKey: secret, id, ...key });
  of.keys.push({ id, secret, ...key });
};

const isLive = (desk: Desk, { revokedAt, expiresAt }: Key): boolean =>
  revokedAt === undefined && (expiresAt === undefined || expiresAt > isoNow(desk));

function shownKey(desk: Desk, { secret: _secret, ...key }: Key): object {
  const ended = key.revokedAt === undefined ? 'expired' : 'revoked';
  return { ...key, state: isLive(desk, key as Key) ? 'live' : ended };
}

const endKey: Step = async (desk, of) => {
  const key = of.keys.length === 0 ? undefined : desk.random.pick(of.keys);
  if (key === undefined) {
    const said = await refusalOf(revokeKey, { account: of.id, key: 'nobody' });
    same(desk, 'keys revoke', said, `Account ${of.id} has no key nobody; keys list shows the keys it has.`);
    return;
  }
  const shown = await answerOf(revokeKey, { account: of.id, key: desk.random.pick([key.id, key.secret]) });
  key.revokedAt ??= isoNow(desk);
  same(desk, 'keys revoke', shown, shownKey(desk, key));
};

const byCreation = (a: Key, b: Key): number => (a.createdAt < b.createdAt ? -1 : 1);

const lookAtKeys: Step = async (desk, of) => {
  const shown = (await answerOf(listKeys, { account: of.id })) as Key[];
  // Two of one instant come in any order.
  const inOrder = shown.map(({ createdAt }) => createdAt);
  same(desk, 'the order of keys', inOrder, inOrder.toSorted());
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  const right = of.keys.toSorted(byCreation).map((key) => shownKey(desk, key)) as Key[];
  same(desk, 'keys list', shown.toSorted(byId), right.toSorted(byId));
};

type Call = { operation: 'create-provider' | 'list-providers'; key: string; body?: object };

/** By the API; nothing is broken, so there is an answer. */
async function ask({ world }: Desk, { operation, key, body }: Call) {
  const answers: { status: number; body: { data?: never; code?: string } }[] = [];
  const event = anApiEvent({
    method: body ? 'POST' : 'GET',
    resource: '/public/providers',
    key,
    ...(body && { body }),
  });
  world.lambda.invoke(operation, event, (ending) => {
    if (ending.kind !== 'returned') return world.violate(9, `${operation} ${ending.kind}`);
    const { statusCode: status, body: text } = ending.value as APIGatewayProxyResult;
    answers.push({ status, body: JSON.parse(text) });
  });
  await world.kernel.runUntil(world.kernel.now() + MINUTE);
  return answers[0];
}

const liveKeyOf = (desk: Desk, { keys }: Opened): Key | undefined => keys.find((key) => isLive(desk, key));

const SLUGS = ['till', 'paystack', 'desk'];

const addProvider: Step = async (desk, of) => {
  const key = liveKeyOf(desk, of);
  if (key === undefined) return addKey(desk, of);
  const slug = desk.random.pick(SLUGS);
  const given = { name: `${of.name} ${slug}`, slug, enabled: desk.random.bool(0.7) };
  const answer = await ask(desk, { operation: 'create-provider', key: key.secret, body: given });
  const isTaken = of.providers.some((known) => known.slug === slug);
  same(desk, `create of ${slug}`, answer?.status, isTaken ? 409 : 201);
  const { id } = (answer?.body.data ?? { id: '' }) as { id: string };
  if (!isTaken) of.providers.push({ id, ...given, ...(slug === 'paystack' && { kind: slug }) });
};

const NOT_THERE = 'nowhere';

const choose: Step = async (desk, of) => {
  const slug = desk.random.pick([...of.providers.map((each) => each.slug), NOT_THERE]);
  const provider = of.providers.find((each) => each.slug === slug);
  const values = { account: of.id, slug };
  if (provider?.enabled) {
    same(desk, 'set-default', await answerOf(setDefaultProvider, values), { account: of.id, defaultProvider: slug });
    of.preset = slug;
    return;
  }
  const slugs = of.providers.map((each) => each.slug).toSorted();
  const said = (await refusalOf(setDefaultProvider, values)) ?? '';
  if (provider) same(desk, 'set-default', said, `Provider ${slug} is disabled; enable it first.`);
  else if (!slugs.every((each) => said.includes(each))) desk.world.violate(14, `set-default: ${said}`);
};

const setKind: Step = async (desk, of) => {
  const provider = of.providers.find((each) => each.slug !== 'paystack');
  if (provider === undefined) return addProvider(desk, of);
  const kind = desk.random.pick(['flutterwave', 'stripe', 'sandbox']);
  const { slug } = provider;
  const shown = await answerOf(setProviderKind, { account: of.id, slug, kind });
  same(desk, 'set-kind', shown, { account: of.id, provider: slug, kind });
  provider.kind = kind;
};

/** As ciphertext, whatever it is: the newest, but for what is only added where nothing is. */
const sealFor: Step = async (desk, of) => {
  const [provider] = of.providers;
  if (provider === undefined) return addProvider(desk, of);
  const sealed = `sealed ${desk.random.between(1, 1e6)}`;
  const saved = { provider: provider.id, ciphertext: Buffer.from(sealed), now: new Date(desk.world.kernel.now()) };
  if (desk.random.bool(0.4)) {
    same(desk, 'credentials added', await addSealedCredentials(saved), provider.sealed === undefined);
    provider.sealed ??= sealed;
  } else {
    const right = provider.sealed === undefined ? 'created' : 'replaced';
    same(desk, 'credentials saved', await saveSealedCredentials(saved), right);
    provider.sealed = sealed;
  }
};

const lookAtProviders: Step = async (desk, of) => {
  const shown = (await answerOf(listProviders, { account: of.id })) as Provider[];
  const right = of.providers.map(({ sealed, ...each }) => ({
    ...each,
    isDefault: each.slug === of.preset,
    credentials: sealed !== undefined,
  }));
  // In the order of their creation, each at its own time.
  same(desk, 'providers list', shown, right);
  for (const { id, sealed } of of.providers) {
    const stored = await getSealedCredentials(id);
    same(desk, 'credentials', stored && Buffer.from(stored).toString(), sealed);
  }
};

/** No two clocks agree on whether such a key is still live. */
const isEnding = ({ world }: Desk, { expiresAt }: Key): boolean =>
  expiresAt !== undefined && Math.abs(Date.parse(expiresAt) - world.kernel.now()) < CLOCKS;

/** A key works until it ends, and at no other time. */
const useKeys: Step = async (desk, of) => {
  for (const key of of.keys.filter((each) => !isEnding(desk, each))) {
    const isRight = isLive(desk, key);
    const answer = await ask(desk, { operation: 'list-providers', key: key.secret });
    same(desk, `a key that is ${isRight ? 'live' : 'not'}`, answer?.status, isRight ? 200 : 401);
    if (!isRight) continue;
    const names = (answer?.body.data ?? []) as Provider[];
    const right = of.providers.map(({ id, name, slug, enabled }) => ({ id, name, slug, enabled }));
    same(
      desk,
      'GET /public/providers',
      names.map(({ id, name, slug, enabled }) => ({ id, name, slug, enabled })),
      right,
    );
  }
};

const reach: Step = async (desk, of) => {
  const [phone, email] = [
    desk.random.pick([undefined, '', '+2348012345678']),
    desk.random.pick([undefined, '', 'a@b.example']),
  ];
  const given = { ...(phone !== undefined && { phone }), ...(email !== undefined && { email }) };
  if (Object.keys(given).length === 0) {
    same(desk, 'set-support', await refusalOf(setSupport, { account: of.id }), 'Give --phone, --email or both.');
    return;
  }
  if (phone !== undefined) of.support.supportPhone = phone === '' ? null : phone;
  if (email !== undefined) of.support.supportEmail = email === '' ? null : email;
  same(desk, 'set-support', await answerOf(setSupport, { account: of.id, ...given }), {
    account: of.id,
    ...of.support,
  });
};

/** Addresses that nobody else in the world has. */
const ADDRESSES = [
  { phone: '+2349099990001', channels: ['sms', 'whatsapp'] },
  { phone: '+2349099990002', channels: ['sms', 'whatsapp'] },
  { email: 'nobody@desk.example', channels: ['email'] },
  { email: 'someone@desk.example', channels: ['email'] },
] as const;

const say: Step = async (desk) => {
  const { channels, ...given } = desk.random.pick(ADDRESSES);
  const address = 'phone' in given ? given.phone : given.email;
  const isOut = desk.random.bool(0.7);
  await answerOf(isOut ? addOptOut : removeOptOut, given);
  for (const channel of channels)
    if (isOut) desk.optedOut.set(`${channel}#${address}`, isoNow(desk));
    else desk.optedOut.delete(`${channel}#${address}`);
};

type OptOut = { channel: string; address: string; optedOutAt: string; by: string };

/** All of them, page by page, by channel and address. */
async function lookAtOptOuts(desk: Desk): Promise<void> {
  const found: OptOut[] = [];
  let after: string | null = null;
  do {
    const page: { optOuts: OptOut[]; next: string | null } = await answerOf(listOptOuts, {
      limit: '2',
      ...(after !== null && { after }),
    });
    if (page.optOuts.length > 2) desk.world.violate(14, 'opt-outs list: a page has more than was asked for');
    found.push(...page.optOuts);
    after = page.next;
  } while (after !== null);
  const places = found.map(({ channel, address }) => `${channel}#${address}`);
  same(desk, 'the order of opt-outs', places, [...new Set(places)].toSorted());
  const own = found.filter(({ address }) => /desk\.example$|9099990/.test(address));
  const right = [...desk.optedOut].map(([place, at]) => [place, at, 'operator']).toSorted();
  same(
    desk,
    'opt-outs list',
    own.map(({ channel, address, optedOutAt, by }) => [`${channel}#${address}`, optedOutAt, by]),
    right,
  );
}

async function lookAtAll(desk: Desk): Promise<void> {
  const ids = desk.opened.map(({ id }) => id);
  const shown = ((await answerOf(listAccounts, {})) as Opened[]).filter(({ id }) => ids.includes(id));
  const right = desk.opened.map(({ id, name, mode, createdAt }) => ({ id, name, mode, createdAt }));
  same(desk, 'accounts list', shown, right);
  const others = ((await answerOf(listAccounts, {})) as Opened[]).length - shown.length;
  same(desk, 'the other accounts', others, desk.world.tenants.length);
  await lookAtOptOuts(desk);
}

const STEPS_OF_ALL: readonly Step[] = [
  open,
  addKey,
  addKey,
  endKey,
  lookAtKeys,
  addProvider,
  addProvider,
  choose,
  setKind,
  sealFor,
  sealFor,
  lookAtProviders,
  useKeys,
  reach,
  reach,
  say,
  say,
  lookAtOptOuts,
];
