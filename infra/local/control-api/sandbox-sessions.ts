/** `GET /_local/sandbox/sessions`: the sessions that were opened for a collection at the sandbox provider. */

import { sessionStatus } from '#infra/sandbox/statuses.ts';
import { type CollectionRef, collectionId, parseCollectionId } from '#lib/domain/ids.ts';
import { toMajor } from '#lib/domain/money.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { table } from '#lib/store/table/live-table.ts';
import type { LocalCalls } from './local-call.ts';
import { BadCall, plainJson } from './plain-json.ts';
import { allAtSandbox } from './sandbox-providers.ts';
import type { SandboxParts } from './sandbox-webhook.ts';

export const sessionListCalls = ({ ledger, merchants, now }: SandboxParts): LocalCalls => ({
  'GET /_local/sandbox/sessions': async ({ query }) => {
    const ref = readCollection(query);
    const account = await getAccount(table, ref.account);
    if (account === undefined) throw new BadCall(NO_COLLECTION);
    const prefix = sessionPrefix(ref);
    const opened = allAtSandbox(merchants, account).flatMap(({ merchant }) => ledger.sessionsWith(merchant, prefix));
    const sessions = opened.map((session) => {
      const { merchant, reference, method, amount } = session;
      const status = sessionStatus(session, ledger.paymentsOf(merchant, reference), now());
      return { reference, method, amount: { value: toMajor(amount), currency: amount.currency }, status };
    });
    return plainJson(200, { sessions });
  },
});

/** How the references of all sessions of a collection begin. */
const sessionPrefix = (ref: CollectionRef): string => `${collectionId(ref)}-`.replaceAll('_', '-');

const NO_COLLECTION = 'collection must be the id of a collection';

function readCollection(query: URLSearchParams): CollectionRef {
  const unknown = [...query.keys()].find((name) => name !== 'collection');
  if (unknown !== undefined) throw new BadCall(`Unknown parameter ${unknown}; known is collection`);
  const ref = parseCollectionId(query.get('collection') ?? '');
  if (ref === undefined) throw new BadCall(NO_COLLECTION);
  return ref;
}
