/** Invariant 1 for providers: one per slug, and its creator never gets 409. */
import type { Account } from '#lib/domain/account.ts';
import { accountKey } from '#lib/store/account/keys.ts';
import type { Invariant } from './invariant.ts';

const ACCOUNT_SORT_KEY = accountKey('').sk;

export const onePerSlug: Invariant = {
  number: 1,
  name: 'one provider per slug, and no false 409',
  watch(world, violate) {
    const makers = new Map<string, number>();
    return {
      changed({ key, before, after }) {
        if (key.sk !== ACCOUNT_SORT_KEY) return;
        const [was, is] = [before as unknown as Account | undefined, after as unknown as Account];
        for (const [slug, { createdAt }] of Object.entries(was?.providers ?? {}))
          if (is.providers[slug]?.createdAt !== createdAt) violate(`${key.pk}: ${slug} was replaced`);
        for (const slug of Object.keys(is.providers))
          if (was?.providers[slug] === undefined) makers.set(`${is.id} ${slug}`, world.asker?.number ?? 0);
      },
      answered({ asked, invocation, status, body }) {
        if (asked.operation !== 'create-provider') return;
        const { slug } = asked.call.body as { slug: string };
        const isMaker = makers.get(`${asked.by.account.id} ${slug}`) === invocation.number;
        if (status === 409 && isMaker) violate(`${slug}: its creator got ${body.code}`);
        if (status === 201 && !isMaker) violate(`${slug}: 201 for one that did not make it`);
      },
    };
  },
};
