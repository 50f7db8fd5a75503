/** A business adds providers up to their limit. */
import { ask, listIn, type Step, same } from './state.ts';

/** Of one account. */
const MAX_PROVIDERS = 50;

export const fillProviders: Step = async (state) => {
  const made: string[] = [];
  for (let number = 1; number <= MAX_PROVIDERS; number += 1) {
    const body = { name: `Provider ${number}`, slug: `p-${number}` };
    const { status, body: said } = await ask(state, 'create-provider', { method: 'POST', body });
    const { id, createdAt } = said.data;
    same(
      state,
      'a provider',
      [status, said.data],
      [201, { id, ...body, enabled: true, createdAt, updatedAt: createdAt }],
    );
    made.push(id);
  }
  const { status, body } = await ask(state, 'create-provider', {
    method: 'POST',
    body: { name: 'More', slug: 'p-51' },
  });
  same(state, 'a provider too much', [status, body.code], [409, 'provider_limit']);
  const taken = await ask(state, 'create-provider', { method: 'POST', body: { name: 'Again', slug: 'p-7' } });
  same(state, 'a provider again', [taken.status, taken.body.code], [409, 'provider_slug_taken']);
  const id = state.random.pick(made);
  const before = (await ask(state, 'get-provider', { id })).body.data;
  const call = { method: 'PATCH', id, body: { name: before.name, enabled: true } };
  same(state, 'a provider that stays', (await ask(state, 'update-provider', call)).body.data, before);
  const all = listIn<{ id: string }>((await ask(state, 'list-providers')).body.data);
  same(state, 'all providers', all.map((each) => each.id).toSorted(), made.toSorted());
};
