/** GET /public/events: the events of the caller's account that were told in the last 30 days, oldest first. */
import { readListEvents } from '#lib/contract/list-events.ts';
import { invalidApiKey } from '#lib/domain/errors.ts';
import { exactJson } from '#lib/domain/exact-json.ts';
import { checkCursor, feedCursor, feedRange, placeOf } from '#lib/domain/feed.ts';
import { defineEndpoint, endpoint } from '#lib/http/endpoint.ts';
import { getAccount } from '#lib/store/accounts.ts';
import { callers } from '#lib/store/callers.ts';
import { readFeed } from '#lib/store/feed.ts';

const live = { getAccount, readFeed };

export const listEvents = (deps: typeof live) =>
  defineEndpoint({
    success: { status: 200, message: 'Events retrieved successfully' },
    query: readListEvents,
    // Where a cursor points is read before it is checked, because the check needs the account. Nothing of it is answered.
    load: async ({ account, query: { after, limit, type }, now }) => {
      const range = feedRange(after && placeOf(after).position, now);
      return Promise.all([deps.getAccount(account), deps.readFeed(account, { ...range, limit, type })]);
    },
    run: ({ query: { after, type } }, [account, { bodies, position, hasMore }]) => {
      if (account === undefined) throw invalidApiKey();
      if (after !== undefined) checkCursor(after, type, account.salt);
      const meta = { nextCursor: feedCursor({ position, type }, account.salt), hasMore };
      return { data: bodies.map(exactJson), meta };
    },
  });

export const handler = endpoint(listEvents(live), callers);
