/** The refunds and disputes of a payment provider that have not ended, in the table: one row for each, until it has ended. */

import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { parseProviderId } from '#lib/domain/ids.ts';
import type { OpenReturn } from '#lib/domain/payment/open-return.ts';
import { openReturnKey, openReturnPrefix } from '#lib/store/collection/keys.ts';
import { SORT_KEY, secondsAfter, TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import { object, oneOf, text } from '#lib/store/table/checks.ts';
import { beginsWith, ITEM_IS_NEW } from '#lib/store/table/conditions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { putIf, queryPage, remove } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

/** Half a year: no provider that we know takes longer over a dispute or a refund. */
const REMEMBERED_DAYS = 180;

const stored = object<OpenReturn>({ transaction: text, about: oneOf(['refunds', 'disputes']), object: text });

/** Does nothing if it is remembered already. */
export async function rememberReturn(table: Table, provider: string, open: OpenReturn, now: Date): Promise<void> {
  const ttl = secondsAfter(now.toISOString(), REMEMBERED_DAYS);
  const { transaction, about, object: id } = open;
  const item = { ...keyOf(provider, open), transaction, about, object: id, [TTL_ATTRIBUTE]: ttl };
  await putIf(table, { item, when: ITEM_IS_NEW });
}

export async function forgetReturn(table: Table, provider: string, open: OpenReturn): Promise<void> {
  await table.send(new DeleteCommand(remove(table, { key: keyOf(provider, open) })));
}

export type OpenReturnPage = { returns: OpenReturn[]; next?: string };

/** Those of one provider, a few at a time; `next` goes on after the last of them. */
export async function listReturns(
  table: Table,
  provider: string,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<OpenReturnPage> {
  const { pk } = openReturnKey(accountOf(provider), provider, '');
  const { items, last } = await queryPage(table, {
    partition: pk,
    when: beginsWith(SORT_KEY, openReturnPrefix(provider)),
    limit,
    after: after === undefined ? undefined : { pk, sk: after },
  });
  const next = last === undefined ? undefined : items.at(-1)?.sk;
  return { returns: items.map((item) => readItem(item, stored)), ...(next !== undefined && { next }) };
}

const keyOf = (provider: string, { transaction, about, object: id }: OpenReturn) =>
  openReturnKey(accountOf(provider), provider, `${about}#${transaction}#${id}`);

function accountOf(provider: string): string {
  const ref = parseProviderId(provider);
  if (ref === undefined) throw new Error('not the id of a provider');
  return ref.account;
}
