/** GET /public/events: the events of the caller's account that were told in the last 30 days, oldest first. */

import { readListEvents } from '#lib/contract/list-events.ts';
import { type Account, isSpread } from '#lib/domain/account.ts';
import { invalidApiKey } from '#lib/domain/errors.ts';
import { exactJson } from '#lib/domain/exact-json.ts';
import { checkCursor, feedCursor, feedRange, feedStart, placeOf } from '#lib/domain/feed.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { callers } from '#lib/store/account/callers.ts';
import { readFeed } from '#lib/store/event/feed.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';

const needs = { ...service, ...storeOf(table, { ...callers, getAccount, readFeed }) };

export const listEvents = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Events retrieved successfully' },
    query: readListEvents,
    load: async ({ account: id, query: { after, limit, type }, now }) => {
      const readFrom = (position: string, inAll: boolean) =>
        deps.readFeed(id, { ...feedRange(position, now), limit, type, isSpread: inAll });
      if (after === undefined) {
        const account = found(await deps.getAccount(id));
        return [account, await readFrom(feedStart(account), isSpread(account))] as const;
      }
      // Where a cursor points is read before it is checked, because the check needs the account. Nothing of it is answered.
      const { position } = placeOf(after);
      const [read, page] = await Promise.all([deps.getAccount(id), readFrom(position, false)]);
      const account = found(read);
      return [account, isSpread(account) ? await readFrom(position, true) : page] as const;
    },
    run: ({ query: { after, type } }, [account, { bodies, position, hasMore }]) => {
      if (after !== undefined) checkCursor(after, type, account.salt);
      const meta = { nextCursor: feedCursor({ position, type }, account.salt), hasMore };
      return { data: bodies.map(exactJson), meta };
    },
  });

function found(account: Account | undefined): Account {
  if (account === undefined) throw invalidApiKey();
  return account;
}

export const handler = listEvents(needs);
