/** The answers that the contract allows to requests for providers: one for each moment, as for collections. */

import { providerIdOf } from '#test/simulation/model/ids.ts';
import type { Ledger } from '#test/simulation/model/ledger.ts';
import {
  createProvider,
  getProvider,
  listProviders,
  type Providers,
  updateProvider,
} from '#test/simulation/model/providers.ts';
import { during } from '#test/simulation/model/timeline.ts';
import type { Answer } from '#test/simulation/model/wire.ts';
import type { Question } from './question.ts';
import type { Records } from './records.ts';

export function* providerAnswers({ ledgers }: Records, question: Question): Iterable<Answer> {
  const { asked, ledger, time } = question;
  const { id = '', body } = asked.call;
  const others = [...ledgers.values()].filter((each) => each !== ledger);
  for (const providers of during(ledger.providers, time)) {
    const owner = { account: ledger.account, providers };
    if (asked.operation === 'list-providers') yield listProviders(owner);
    if (asked.operation === 'create-provider') yield* creates(question, providers);
    if (asked.operation === 'update-provider') yield* updates(owner, id, body as object);
    if (asked.operation === 'get-provider')
      for (const state of ownersDuring(others, time)) yield getProvider(ledger.account, id, [owner, ...state]);
  }
}

/** Each moment of the other accounts. */
const ownersDuring = ([other]: readonly Ledger[], time: Question['time']) =>
  other === undefined
    ? [[]]
    : during(other.providers, time).map((providers) => [{ account: other.account, providers }]);

/** The request that added the provider gets its first state; every other is refused. */
function* creates({ asked, ledger, by }: Question, providers: Providers): Iterable<Answer> {
  const given = asked.call.body as { name: string; slug: string };
  const added = ledger.providers.find(({ value }) => value.has(given.slug))?.value.get(given.slug);
  if (ledger.providerMakers.get(given.slug) !== by)
    yield createProvider({ account: ledger.account, providers }, given, 0).answer;
  else if (added)
    yield createProvider({ account: ledger.account, providers: new Map() }, given, added.createdAt).answer;
}

/** A change by this request itself is already recorded, so its answer is the same as after any earlier change. */
function* updates(owner: { account: Ledger['account']; providers: Providers }, id: string, body: object) {
  const slug = [...owner.providers.keys()].find((each) => providerIdOf(owner.account, each) === id) ?? '';
  const { answer, providers } = updateProvider(owner, slug, { ...body, now: 0 });
  const isMade = answer.status === 200 && providers.get(slug) !== owner.providers.get(slug);
  if (!isMade) yield answer;
}
