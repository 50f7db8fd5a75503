/** An operator makes, lists and ends keys; each works until its end. */
import { createKey, listKeys, revokeKey } from '#infra/cli/commands/keys.ts';
import { CLOCKS } from '#test/simulation/world/own-business.ts';
import {
  answerOf,
  ask,
  DAY,
  isoNow,
  type Key,
  type Opened,
  type Provider,
  refusalOf,
  type State,
  type Step,
  same,
} from './state.ts';

export const addKey: Step = async (state, of) => {
  const days = state.random.pick([undefined, 1, 30]);
  const given = { account: of.id, ...(days !== undefined && { 'expires-in-days': String(days) }) };
  const shown = await answerOf(createKey, given);
  const { apiKey: secret, id, hint } = shown;
  const expiresAt =
    days === undefined ? {} : { expiresAt: new Date(state.world.kernel.now() + days * DAY).toISOString() };
  const key = { hint, mode: of.mode, createdAt: isoNow(state), ...expiresAt };
  same(state, 'keys create', shown, { account: of.id, apiKey: secret, id, ...key });
  // A part of the secret by which its owner knows it again.
  same(state, 'the hint of a key', [hint.length, String(secret).split(of.id)[1]?.startsWith(hint)], [4, true]);
  of.keys.push({ id, secret, ...key });
};

const isLive = (state: State, { revokedAt, expiresAt }: Key): boolean =>
  revokedAt === undefined && (expiresAt === undefined || expiresAt > isoNow(state));

function shownKey(state: State, { secret: _secret, ...key }: Key): object {
  const ended = key.revokedAt === undefined ? 'expired' : 'revoked';
  return { ...key, state: isLive(state, key as Key) ? 'live' : ended };
}

export const endKey: Step = async (state, of) => {
  const key = of.keys.length === 0 ? undefined : state.random.pick(of.keys);
  if (key === undefined) {
    const said = await refusalOf(revokeKey, { account: of.id, key: 'nobody' });
    same(state, 'keys revoke', said, `Account ${of.id} has no key nobody; keys list shows the keys it has.`);
    return;
  }
  const shown = await answerOf(revokeKey, { account: of.id, key: state.random.pick([key.id, key.secret]) });
  key.revokedAt ??= isoNow(state);
  same(state, 'keys revoke', shown, shownKey(state, key));
};

const byCreation = (a: Key, b: Key): number => (a.createdAt < b.createdAt ? -1 : 1);

export const lookAtKeys: Step = async (state, of) => {
  const shown = (await answerOf(listKeys, { account: of.id })) as Key[];
  // Two of one instant come in any order.
  const inOrder = shown.map(({ createdAt }) => createdAt);
  same(state, 'the order of keys', inOrder, inOrder.toSorted());
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  const right = of.keys.toSorted(byCreation).map((key) => shownKey(state, key)) as Key[];
  same(state, 'keys list', shown.toSorted(byId), right.toSorted(byId));
};

export const liveKeyOf = (state: State, { keys }: Opened): Key | undefined => keys.find((key) => isLive(state, key));

/** No two clocks agree on whether such a key is still live. */
const isEnding = ({ world }: State, { expiresAt }: Key): boolean =>
  expiresAt !== undefined && Math.abs(Date.parse(expiresAt) - world.kernel.now()) < CLOCKS;

/** A key works until it ends, and at no other time. */
export const useKeys: Step = async (state, of) => {
  for (const key of of.keys.filter((each) => !isEnding(state, each))) {
    const isRight = isLive(state, key);
    const answer = await ask(state, { operation: 'list-providers', key: key.secret });
    same(state, `a key that is ${isRight ? 'live' : 'not'}`, answer?.status, isRight ? 200 : 401);
    if (!isRight) continue;
    const names = (answer?.body.data ?? []) as Provider[];
    const right = of.providers.map(({ id, name, slug, enabled }) => ({ id, name, slug, enabled }));
    same(
      state,
      'GET /public/providers',
      names.map(({ id, name, slug, enabled }) => ({ id, name, slug, enabled })),
      right,
    );
  }
};
