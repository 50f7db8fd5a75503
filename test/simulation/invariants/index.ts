/** Checks all invariants in one world. */
import * as z from 'zod/mini';
import { OPERATIONS } from '#infra/openapi/operations.ts';
import { ErrorEnvelope } from '#lib/contract/envelope.ts';
import type { Operation } from '#lib/contract/routes.ts';
import type { Account } from '#lib/domain/account.ts';
import type { Attempt, AttemptStatus } from '#lib/domain/attempt.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import type { DeliveryReceipt } from '#lib/domain/message/outgoing.ts';
import { ATTEMPT_PREFIX } from '#lib/store/collection/keys.ts';
import { accountKey, CONTACT_SORT_KEY, contactByEmailKey, contactByPhoneKey } from '#lib/store/keys.ts';
import type { World } from '#test/simulation/world/world.ts';
import { askedTruly } from './asked-truly.ts';
import { eventsTold } from './events-told.ts';
import type { Invariant, Watch } from './invariant.ts';
import { journalGrows } from './journal-grows.ts';
import { exactAttention, exactBook, exactCustomers, exactList } from './kept-beside.ts';
import { listedTransitions } from './listed-transitions.ts';
import { nothingForgotten } from './nothing-forgotten.ts';
import { oneMessageASlot } from './one-message-per-slot.ts';
import { onePerReference } from './one-per-reference.ts';
import { balanceTrue, paymentsKept } from './payments.ts';
import { ownAddress, peopleWithinRules } from './people-within-rules.ts';
import { isOf, storedCollections, storedContacts } from './stored.ts';
import { webhooksDelivered } from './webhooks-delivered.ts';

const ACCOUNT_SORT_KEY = accountKey('').sk;

const onePerSlug: Invariant = {
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

const oneContact: Invariant = {
  number: 2,
  name: 'one contact per phone and per email',
  watch: (world, violate) => ({
    changed({ key, before, after }) {
      if (key.sk !== CONTACT_SORT_KEY || before === undefined) return;
      if (JSON.stringify(before) !== JSON.stringify(after)) violate(`${key.pk}: a contact has been overwritten`);
    },
    ended() {
      for (const { account } of world.tenants) judge(account.id);

      function judge(account: string): void {
        const own = storedContacts(world).filter((item) => isOf(account, item));
        const under = new Map(own.map((contact) => [contact.pk, contact]));
        for (const { pk: _pk, ...contact } of own) {
          const phone = under.get(contactByPhoneKey(account, contact.phone).pk);
          const email = under.get(contactByEmailKey(account, contact.email).pk);
          if (phone?.id !== contact.id || email?.id !== contact.id) violate(`${contact.id}: not whole under both keys`);
        }
        const known = new Set(own.map(({ id }) => id));
        for (const { id, ref, contact } of storedCollections(world))
          if (ref.account === account && !known.has(contact.id)) violate(`${id}: its contact is not the account's`);
      }
    },
  }),
};

/** The only refusals that the workload provokes. */
const REFUSALS = [400, 401, 403, 404, 409, 503];

const enveloped: Invariant = {
  number: 9,
  name: 'every answer parses to the envelope',
  watch: (_world, violate) => ({
    answered({ asked, status, body, headers, text }) {
      const { success } = OPERATIONS[asked.operation as Operation];
      const expected = status === success.status ? success.schema : ErrorEnvelope;
      if (status !== success.status && !REFUSALS.includes(status))
        violate(`${asked.operation} answered ${status} ${text}`);
      if (!z.safeParse(expected, body).success) violate(`${asked.operation} answered ${status} ${text}`);
      if (status === 503 && headers['retry-after'] === undefined)
        violate(`${asked.operation}: 503 without Retry-After`);
      if (typeof headers['x-request-id'] !== 'string') violate(`${asked.operation}: without its request's id`);
    },
  }),
};

const LATER: Record<AttemptStatus, readonly AttemptStatus[]> = {
  // Throttled: nothing was sent. What was sent and failed for good is deferred too, and WhatsApp may deliver it after all.
  deferred: ['sending', 'delivered', 'read'],
  sending: ['deferred', 'sent', 'unknown', 'failed', 'delivered', 'read', 'skipped'],
  unknown: ['delivered', 'read', 'failed', 'deferred'],
  sent: ['delivered', 'read', 'failed', 'deferred'],
  delivered: ['read', 'failed', 'deferred'],
  read: [],
  failed: ['delivered', 'read'],
  skipped: [],
};

type Row = Attempt & { receipts?: DeliveryReceipt[] };

const attemptsRise: Invariant = {
  number: 7,
  name: 'the status of an attempt never falls, and each receipt is kept once',
  watch: (_world, violate) => ({
    changed({ key: { pk, sk }, before, after }) {
      if (!sk.startsWith(ATTEMPT_PREFIX) || before === undefined || after === undefined) return;
      const [was, is] = [before as unknown as Row, after as unknown as Row];
      // What another debt's message spoke for waits for that one's retry, under its first claim.
      const isCovered = was.with !== undefined && was.status === 'deferred';
      if (is.status !== was.status && !LATER[isCovered ? 'sending' : was.status].includes(is.status))
        violate(`${pk} ${sk}: from ${was.status} to ${is.status}`);
      const ids = is.receipts?.map(({ id }) => id) ?? [];
      if (new Set(ids).size < ids.length) violate(`${pk} ${sk}: a receipt twice`);
    },
  }),
};

/** Personal values, and the beginning of keys. */
const PERSONAL = ['Ada', 'Obi', 'example.com', '80312300', '2025550104', 'ck_test_'];

const accountsApart: Invariant = {
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

const INVARIANTS: readonly Invariant[] = [
  onePerReference,
  onePerSlug,
  oneContact,
  oneMessageASlot,
  nothingForgotten,
  paymentsKept,
  balanceTrue,
  exactList,
  exactBook,
  exactCustomers,
  journalGrows,
  exactAttention,
  listedTransitions,
  attemptsRise,
  accountsApart,
  ownAddress,
  askedTruly,
  peopleWithinRules,
  enveloped,
  eventsTold,
  webhooksDelivered,
];

export type Oracle = Required<Watch>;

export function watchOver(world: World): Oracle {
  const watches = INVARIANTS.map(({ number, watch }) => watch(world, (what) => world.violate(number, what)));
  return {
    changed(change) {
      for (const watch of watches) watch.changed?.(change);
    },
    answered(answer) {
      for (const watch of watches) watch.answered?.(answer);
    },
    sent(message) {
      for (const watch of watches) watch.sent?.(message);
    },
    posted(webhook) {
      for (const watch of watches) watch.posted?.(webhook);
    },
    logged(line) {
      for (const watch of watches) watch.logged?.(line);
    },
    ended() {
      for (const watch of watches) watch.ended?.();
    },
  };
}
