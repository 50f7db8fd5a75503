/** Providers that a merchant adds, and what only an operator can do with them: the default, their kind, their credentials. */

import { listProviders, setDefaultProvider, setProviderKind } from '#infra/cli/commands/providers.ts';
import { addSealedCredentials, getSealedCredentials, saveSealedCredentials } from '#lib/store/account/credentials.ts';
import { table } from '#lib/store/table/live-table.ts';
import { addKey, liveKeyOf } from './keys.ts';
import { answerOf, ask, type Provider, refusalOf, type Step, same } from './state.ts';

const SLUGS = ['till', 'paystack', 'counter'];

export const addProvider: Step = async (state, of) => {
  const key = liveKeyOf(state, of);
  if (key === undefined) return addKey(state, of);
  const slug = state.random.pick(SLUGS);
  const given = { name: `${of.name} ${slug}`, slug, enabled: state.random.bool(0.7) };
  const answer = await ask(state, { operation: 'create-provider', key: key.secret, body: given });
  const isTaken = of.providers.some((known) => known.slug === slug);
  same(state, `create of ${slug}`, answer?.status, isTaken ? 409 : 201);
  const { id } = (answer?.body.data ?? { id: '' }) as { id: string };
  if (!isTaken) of.providers.push({ id, ...given, ...(slug === 'paystack' && { kind: slug }) });
};

const NOT_THERE = 'nowhere';

export const choose: Step = async (state, of) => {
  const slug = state.random.pick([...of.providers.map((each) => each.slug), NOT_THERE]);
  const provider = of.providers.find((each) => each.slug === slug);
  const values = { account: of.id, slug };
  if (provider?.enabled) {
    same(state, 'set-default', await answerOf(setDefaultProvider, values), { account: of.id, defaultProvider: slug });
    of.preset = slug;
    return;
  }
  const slugs = of.providers.map((each) => each.slug).toSorted();
  const said = (await refusalOf(setDefaultProvider, values)) ?? '';
  if (provider) same(state, 'set-default', said, `Provider ${slug} is disabled; enable it first.`);
  else if (!slugs.every((each) => said.includes(each))) state.world.violate(14, `set-default: ${said}`);
};

export const setKind: Step = async (state, of) => {
  const provider = of.providers.find((each) => each.slug !== 'paystack');
  if (provider === undefined) return addProvider(state, of);
  const kind = state.random.pick(['flutterwave', 'stripe', 'sandbox']);
  const { slug } = provider;
  const shown = await answerOf(setProviderKind, { account: of.id, slug, kind });
  same(state, 'set-kind', shown, { account: of.id, provider: slug, kind });
  provider.kind = kind;
};

/** As ciphertext, whatever it is: the newest, but for what is only added where nothing is. */
export const sealFor: Step = async (state, of) => {
  const [provider] = of.providers;
  if (provider === undefined) return addProvider(state, of);
  const sealed = `sealed ${state.random.between(1, 1e6)}`;
  const saved = { provider: provider.id, ciphertext: Buffer.from(sealed), now: new Date(state.world.kernel.now()) };
  if (state.random.bool(0.4)) {
    same(state, 'credentials added', await addSealedCredentials(table, saved), provider.sealed === undefined);
    provider.sealed ??= sealed;
  } else {
    const right = provider.sealed === undefined ? 'created' : 'replaced';
    same(state, 'credentials saved', await saveSealedCredentials(table, saved), right);
    provider.sealed = sealed;
  }
};

export const lookAtProviders: Step = async (state, of) => {
  const shown = (await answerOf(listProviders, { account: of.id })) as Provider[];
  const right = of.providers.map(({ sealed, ...each }) => ({
    ...each,
    isDefault: each.slug === of.preset,
    credentials: sealed !== undefined,
  }));
  // In the order of their creation, each at its own time.
  same(state, 'providers list', shown, right);
  for (const { id, sealed } of of.providers) {
    const stored = await getSealedCredentials(table, id);
    same(state, 'credentials', stored && Buffer.from(stored).toString(), sealed);
  }
};
