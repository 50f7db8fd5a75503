/** The reader's own ids in place of those of the examples, so that a command that is pasted finds something. */
import { A_COLLECTION_ID, A_PROVIDER_ID, A_WEBHOOK_ENDPOINT_ID } from '#lib/contract/example-values.ts';
import { collectionId } from '#lib/domain/ids.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { readListPage } from '#lib/store/list/read.ts';
import { table } from '#lib/store/table/live-table.ts';
import { getWebhookEndpoints } from '#lib/store/webhook/endpoints.ts';

/** By the id of the example; what the account does not have yet is absent. */
type OwnIds = Readonly<Record<string, string | undefined>>;

/** The newest of each. */
export async function ownIds(account: string): Promise<OwnIds> {
  const [{ hashes }, owner, endpoints] = await Promise.all([
    readListPage(table, account, 1, 1),
    getAccount(table, account),
    getWebhookEndpoints(table, account),
  ]);
  const [hash] = hashes;
  return {
    [A_COLLECTION_ID]: hash === undefined ? undefined : collectionId({ account, hash }),
    [A_PROVIDER_ID]: Object.values(owner?.providers ?? {}).at(-1)?.id,
    [A_WEBHOOK_ENDPOINT_ID]: endpoints.at(-1)?.id,
  };
}

export const withOwnIds = (html: string, ids: OwnIds): string =>
  Object.entries(ids).reduce(
    (text, [example, own]) => (own === undefined ? text : text.replaceAll(example, own)),
    html,
  );
