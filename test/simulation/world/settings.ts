/** In some worlds an operator opens accounts and sets what only an operator can: each command answers, and leaves, what a model of the settings says. */
import { createAccount, listAccounts, setSupport } from '#infra/cli/commands/accounts.ts';
import { randomFrom } from '#test/simulation/kernel/random.ts';
import { addKey, endKey, lookAtKeys, useKeys } from './settings/keys.ts';
import { lookAtOptOuts, say } from './settings/opt-outs.ts';
import { addProvider, choose, lookAtProviders, sealFor, setKind } from './settings/providers.ts';
import {
  answerOf,
  DAY,
  isoNow,
  MINUTE,
  type Opened,
  refusalOf,
  type State,
  type Step,
  same,
} from './settings/state.ts';
import type { World } from './world.ts';

export const SETTINGS = { name: 'settings', share: 0.15 };

const STEPS = { min: 12, max: 30 };

/** After all else that the model is told of, when nothing is broken any more. */
export async function changeSettings(world: World, without: ReadonlySet<string>): Promise<void> {
  const random = randomFrom(world.seed, SETTINGS.name);
  if (without.has(SETTINGS.name) || !random.bool(SETTINGS.share)) return;
  const state: State = { world, random, opened: [], optedOut: new Map(), names: 0 };
  await open(state);
  for (let left = random.between(STEPS.min, STEPS.max); left > 0 && !world.kernel.isStopped(); left -= 1) {
    await world.kernel.runUntil(world.kernel.now() + random.pick([1, 1_000, MINUTE, DAY]));
    await random.pick(STEPS_OF_ALL)(state, random.pick(state.opened));
  }
  for (const of of state.opened) for (const look of [lookAtKeys, lookAtProviders, useKeys]) await look(state, of);
  await lookAtAll(state);
  world.note('settings read back');
}

async function open(state: State): Promise<void> {
  const { random, opened } = state;
  state.names += 1;
  const [name, test, country] = [`Opened ${state.names}`, random.bool(0.5), random.pick([undefined, 'NG', 'KE'])];
  const shown = await answerOf(createAccount, { name: ` ${name} `, test, ...(country && { country }) });
  const { id } = shown;
  const mode = test ? 'test' : 'live';
  const made = { name, mode, createdAt: isoNow(state) };
  same(state, 'accounts create', shown, { id, ...made, ...(country && { country }) });
  const support = { supportPhone: null, supportEmail: null };
  opened.push({ id, ...made, support, keys: [], providers: [] });
}

const reach: Step = async (state, of) => {
  const [phone, email] = [
    state.random.pick([undefined, '', '+2348012345678']),
    state.random.pick([undefined, '', 'a@b.example']),
  ];
  const given = { ...(phone !== undefined && { phone }), ...(email !== undefined && { email }) };
  if (Object.keys(given).length === 0) {
    same(state, 'set-support', await refusalOf(setSupport, { account: of.id }), 'Give --phone, --email or both.');
    return;
  }
  if (phone !== undefined) of.support.supportPhone = phone === '' ? null : phone;
  if (email !== undefined) of.support.supportEmail = email === '' ? null : email;
  same(state, 'set-support', await answerOf(setSupport, { account: of.id, ...given }), {
    account: of.id,
    ...of.support,
  });
};

async function lookAtAll(state: State): Promise<void> {
  const ids = state.opened.map(({ id }) => id);
  const shown = ((await answerOf(listAccounts, {})) as Opened[]).filter(({ id }) => ids.includes(id));
  const right = state.opened.map(({ id, name, mode, createdAt }) => ({ id, name, mode, createdAt }));
  same(state, 'accounts list', shown, right);
  const others = ((await answerOf(listAccounts, {})) as Opened[]).length - shown.length;
  same(state, 'the other accounts', others, state.world.tenants.length);
  await lookAtOptOuts(state);
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
