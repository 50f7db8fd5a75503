/** Invariant 6: the list is a log. Every page shown is a range of it, and its count is exact for acknowledged creates. */
import { collectionId } from '#lib/domain/ids.ts';
import { listPageMeta, ranksOfPage } from '#lib/domain/list-cursor.ts';
import type { Answer } from '#test/simulation/world/callers.ts';
import type { Tenant } from '#test/simulation/world/tenants.ts';
import type { Invariant } from './invariant.ts';
import { hashOf, isOf, listOf, storedItems } from './stored.ts';

const SEGMENT_SIZE = 50;

export const exactList: Invariant = {
  number: 6,
  name: 'count and pages are exact for acknowledged creates',
  watch(world, violate) {
    const lists: Answer[] = [];
    const acknowledged: { account: string; id: string; at: number }[] = [];
    return {
      answered(answer) {
        const { asked, status, body, answeredAt: at } = answer;
        if (asked.operation === 'list-collections' && asked.call.query?.['page'] && status === 200) lists.push(answer);
        if (asked.operation !== 'create-collection') return;
        const id: string | undefined = status === 201 ? body.data.id : body.existing?.id;
        if (id !== undefined) acknowledged.push({ account: asked.by.account.id, id, at });
      },
      ended() {
        for (const tenant of world.tenants) {
          const log = judgeLog(tenant);
          for (const answer of lists) if (answer.asked.by === tenant) judgePage(answer, log);
        }
      },
    };

    /** Returns the ids in the log, oldest first. */
    function judgeLog({ account: { id: account } }: Tenant): string[] {
      const segments = listOf(world, account);
      for (const [index, { segment, hashes }] of segments.entries())
        if (
          segment !== index ||
          hashes.length > SEGMENT_SIZE ||
          (index < segments.length - 1 && hashes.length < SEGMENT_SIZE)
        )
          violate(`${account}: segment ${segment} has ${hashes.length} entries`);
      const listed = segments.flatMap(({ hashes }) => hashes);
      const stored = storedItems(world).filter((item) => isOf(account, item));
      if (new Set(listed).size < listed.length) violate(`${account}: something is listed twice`);
      for (const item of stored) if (!listed.includes(hashOf(item))) violate(`${item.pk}: never listed`);
      if (listed.length > stored.length) violate(`${account}: something is listed that does not exist`);
      return listed.map((hash) => collectionId({ account, hash }));
    }

    function judgePage({ asked, invocation, body }: Answer, log: readonly string[]): void {
      const [page, limit] = [Number(asked.call.query?.['page']), Number(asked.call.query?.['limit'])];
      const { count } = body.meta;
      const { from, to } = ranksOfPage(count, page, limit);
      const shown = body.data.map(({ id }: { id: string }) => id).join(' ');
      const about = `${asked.by.mark} page ${page} of ${limit}`;
      if (shown !== log.slice(from, to).toReversed().join(' ')) violate(`${about}: not what the log says`);
      if (JSON.stringify(body.meta) !== JSON.stringify(listPageMeta(count, page, limit)))
        violate(`${about}: wrong neighbours`);
      const before = acknowledged.filter(
        ({ account, at }) => account === asked.by.account.id && at < invocation.startedAt,
      );
      const listed = new Set(log.slice(0, count));
      for (const { id } of before) if (!listed.has(id)) violate(`${about}: ${id} was acknowledged, and is not counted`);
    }
  },
};
