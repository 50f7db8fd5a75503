/** Invariant 8: no answer, log line or message holds data of another account, and no log line holds personal data. */
import { parseCollectionId } from '#lib/domain/ids.ts';
import type { Invariant } from './invariant.ts';

/** Personal values, and the beginning of keys. */
const PERSONAL = ['Ada', 'Obi', 'example.com', '80312300', '2025550104', 'ck_test_'];

export const accountsApart: Invariant = {
  number: 8,
  name: 'nothing of one account is seen by another, nothing personal is logged',
  watch: (world, violate) => ({
    answered({ asked, status, text }) {
      for (const tenant of world.tenants) {
        const { mark, account } = tenant;
        if (tenant !== asked.by && (text.includes(mark) || text.includes(account.salt)))
          violate(`${asked.by.mark} was shown something of ${mark}`);
      }
      if (text.includes(asked.by.account.salt)) violate(`${asked.by.mark} was shown its salt`);
      const refused = asked.foreign ? [403, 404, 503] : asked.apiKey === undefined ? undefined : [401, 503];
      if (refused && !refused.includes(status)) violate(`${asked.by.mark} asked ${asked.operation} and got ${status}`);
      if (!asked.foreign && status === 403) violate(`${asked.by.mark} was refused its own`);
    },
    sent({ collectionId, text, id }) {
      const owner = parseCollectionId(collectionId)?.account;
      for (const { mark, account } of world.tenants)
        if (account.id !== owner && text.includes(mark)) violate(`${id} of ${owner} names ${mark}`);
    },
    logged(line) {
      if (!line.startsWith('{') || !line.endsWith('}')) violate(`a log line is no JSON: ${line}`);
      // A time in milliseconds may hold the digits of a short phone.
      const text = line.replace(/"Timestamp":\d+/, '');
      const judge = (word: string) => text.includes(word) && violate(`a log line holds ${word}: ${line}`);
      for (const word of PERSONAL) judge(word);
      for (const { mark, account } of world.tenants) {
        judge(mark);
        judge(account.salt);
      }
    },
  }),
};
