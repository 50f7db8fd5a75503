/** What becomes of an item that the old and the restored table both have, kind by kind. */
import { describe, expect, it } from 'vitest';
import type { Kind } from '#lib/store/key-families.ts';
import { addItem, type Instants, joinItems } from '#lib/store/restore/join-items.ts';

const since = '2026-03-02T10:00:00.000Z';
const before = '2026-03-02T09:00:00.000Z';
const after = '2026-03-02T11:00:00.000Z';
const later = '2026-03-02T12:00:00.000Z';
const atOnce: Instants = { restoredTo: since, usedSince: since };

/** The same again changes nothing, whatever was joined. */
function join(kind: Kind, old: object, own: object, instants = atOnce) {
  const key = { pk: 'p', sk: 's' };
  const [one, other] = [
    { ...key, ...old },
    { ...key, ...own },
  ];
  const joined = joinItems(kind, { old: one, own: other }, instants);
  expect(joinItems(kind, { old: one, own: joined }, instants)).toBe(joined);
  const { pk: _p, sk: _s, ...content } = joined;
  return content;
}

describe('API keys', () => {
  it('a key that either table knows as revoked is revoked, from the first time on', () => {
    expect(join('keys', { hash: 'h', revokedAt: after }, { hash: 'h' })).toEqual({ hash: 'h', revokedAt: after });
    expect(join('keys', { hash: 'h', revokedAt: later }, { hash: 'h', revokedAt: after })).toMatchObject({
      revokedAt: after,
    });
    expect(join('keys', { hash: 'h' }, { hash: 'h', revokedAt: after })).toMatchObject({ revokedAt: after });
  });
});

describe('members', () => {
  const member = { id: 'mbr_1', name: 'Bola', role: 'admin', createdAt: before, updatedAt: before, version: 1 };
  const session = { startedAt: before, seenAt: before, expiresAt: later };
  const link = { hash: 'h', createdAt: before, expiresAt: later };

  it('a member whom either table knows as removed is removed, without sessions and without a link', () => {
    const removed = { ...member, updatedAt: after, removedAt: after, sessions: {}, version: 4 };
    const { link: _none, ...expected } = { ...removed, link, version: 5 };
    expect(join('members', removed, { ...member, sessions: { own: session }, link })).toEqual(expected);
    expect(join('members', { ...member, sessions: { old: session }, link }, removed)).toEqual(removed);
  });

  it('a session or a link of the old table does not come back, and one that began since the restore goes on', () => {
    const own = { ...member, sessions: { own: session } };
    expect(join('members', { ...member, sessions: { old: session }, link }, own)).toEqual(own);
  });

  it('the name and the role that were changed later hold', () => {
    const lowered = { ...member, name: 'B', role: 'viewer', updatedAt: after, sessions: {}, version: 2 };
    expect(join('members', lowered, { ...member, sessions: {} })).toEqual({ ...lowered, version: 3 });
    const raised = { ...lowered, role: 'agent', updatedAt: later };
    expect(join('members', lowered, raised)).toEqual(raised);
  });

  it('a member of the old table only signs in again, as the others do', () => {
    const added = addItem('members', { pk: 'p', sk: 's', ...member, sessions: { old: session }, link });
    expect(added).toEqual({ pk: 'p', sk: 's', ...member, sessions: {} });
  });
});

describe('accounts', () => {
  it('of each provider the one that was changed later holds, and none is lost', () => {
    const old = {
      name: 'New name',
      providers: { a: { name: 'A', updatedAt: after }, b: { name: 'B', updatedAt: before } },
    };
    const own = {
      name: 'Name',
      providers: {
        a: { name: 'Old A', updatedAt: before },
        b: { name: 'Own B', updatedAt: later },
        c: { updatedAt: later },
      },
    };
    expect(join('account', old, own)).toEqual({
      name: 'New name',
      providers: { a: old.providers.a, b: own.providers.b, c: own.providers.c },
    });
  });
});

describe('attempts', () => {
  const receipt = (id: string) => ({ id, status: 'delivered', at: later });

  it('the attempt that went further holds, with the receipts of both', () => {
    const old = {
      status: 'sent',
      at: { sending: before, sent: after },
      receipts: [receipt('1')],
      receiptIds: new Set(['1']),
    };
    const own = {
      status: 'sending',
      claimedAt: before,
      at: { sending: before },
      receipts: [receipt('2')],
      receiptIds: new Set(['2']),
    };
    expect(join('attempts', old, own)).toEqual({
      ...old,
      receipts: [receipt('1'), receipt('2')],
      receiptIds: new Set(['1', '2']),
    });
  });

  it('a delivery counts although its receipt tells an earlier second than the send', () => {
    const sent = { status: 'sent', claimedAt: before, at: { sending: before, sent: later } };
    const delivered = { ...sent, status: 'delivered', at: { ...sent.at, delivered: after } };
    expect(join('attempts', sent, delivered)).toEqual(delivered);
    expect(join('attempts', delivered, sent)).toEqual(delivered);
    const again = { status: 'sending', claimedAt: after, at: { sending: after } };
    expect(join('attempts', delivered, again)).toEqual(again);
  });

  it('what the fence skipped gives way to what the old table knows', () => {
    const old = { status: 'sent', at: { sending: after, sent: after } };
    const own = { status: 'skipped', reason: 'restored', at: { skipped: later } };
    expect(join('attempts', old, own)).toEqual(old);
  });
});

describe('people', () => {
  const send = (at: string) => ({ at, channel: 'sms', hash: 'h' });
  const person = (sends: object[], version: number, payments: object[] = []) => ({
    version,
    sends,
    payments,
    ttl: version,
  });

  it('the sends of the old table count, with those of the new table since the restore', () => {
    const old = person([send(before), send(after)], 5);
    const own = person([send(before), send(later)], 2);
    expect(join('people', old, own)).toMatchObject({ sends: [send(before), send(after), send(later)], version: 6 });
  });

  it('a send that the old table has taken back does not return', () => {
    expect(join('people', person([], 5), person([send(before)], 2))).toMatchObject({ sends: [] });
  });

  it('what an earlier merge brought is not of the new table, and goes with the old one', () => {
    const own = { ...person([send(before), send(after)], 6), unread: { count: 1, at: after } };
    const again = { restoredTo: since, usedSince: later };
    const joined = join('people', person([send(before)], 6), own, again);
    expect(joined).toMatchObject({ sends: [send(before)] });
    expect(joined).not.toHaveProperty('unread');
  });

  it('a send that the new table made late counts at the time at which it was due, and stays', () => {
    const again = { restoredTo: since, usedSince: later };
    const minutesBefore = (minutes: number) => new Date(Date.parse(later) - minutes * 60_000).toISOString();
    const own = person([send(minutesBefore(6)), send(minutesBefore(4))], 6);
    expect(join('people', person([], 6), own, again)).toMatchObject({ sends: [send(minutesBefore(4))] });
  });

  it('what was read since the merge stays read when it is repeated', () => {
    const old = { ...person([send(before)], 5), unread: { count: 1, at: before } };
    expect(join('people', old, person([send(before)], 7))).not.toHaveProperty('unread');
  });

  it('a person is remembered for as long as either table would', () => {
    const ttl = 9;
    expect(join('people', { ...person([], 1), ttl }, person([], 1))).toMatchObject({ ttl });
    expect(join('people', person([], 1), { ...person([], 1), ttl })).toMatchObject({ ttl });
  });

  it('payments of both count once, and what was read stays read', () => {
    const paid = (at: string) => ({ at, minutesToPay: 5, reminded: false });
    const old = person([], 3, [paid(before), paid(after)]);
    const own = { ...person([], 3, [paid(before), paid(later)]), unread: { count: 2, at: before } };
    const joined = join('people', old, own);
    expect(joined).toMatchObject({ payments: [paid(before), paid(after), paid(later)] });
    expect(joined).not.toHaveProperty('unread');
  });
});

describe('unreachable addresses', () => {
  it('every strike counts, and the longer block holds', () => {
    const strike = (id: string, at: string) => ({ id, kind: 'soft_bounce', at });
    const old = { version: 3, strikes: [strike('1', before), strike('2', after)] };
    const own = { version: 2, strikes: [strike('1', before), strike('3', later)] };
    expect(join('unreachable', old, own)).toMatchObject({
      strikes: [strike('1', before), strike('2', after), strike('3', later)],
      reason: 'soft_bounce',
      version: 4,
    });
    const blocked = { version: 1, strikes: [], reason: 'bounced', until: '9999-12-31T23:59:59.999Z' };
    expect(join('unreachable', blocked, { version: 1, strikes: [] })).toMatchObject({ reason: 'bounced' });
    expect(join('unreachable', { version: 1, strikes: [] }, blocked)).toMatchObject({ reason: 'bounced' });
  });

  it('an address that two failures close is left out from the last of them on, whichever table has heard of it', () => {
    const strike = (id: string, at: string) => ({ id, kind: 'blocked', at });
    const [one, other] = [1, 3].map((day) => strike(`${day}`, `2026-03-0${day}T10:00:00.000Z`));
    for (const [old, own] of [
      [one, other],
      [other, one],
    ])
      expect(join('unreachable', { version: 1, strikes: [old] }, { version: 1, strikes: [own] })).toMatchObject({
        strikes: [one, other],
        reason: 'blocked',
        until: '2026-04-02T10:00:00.000Z',
      });
  });
});

describe('webhooks', () => {
  const endpoint = (id: string, createdAt: string, updatedAt = createdAt) => ({ id, createdAt, updatedAt });

  it('each endpoint is as it was changed later; one that was deleted since the restore stays deleted, one that was made stays', () => {
    const old = {
      version: 4,
      endpoints: [endpoint('both', before, after), endpoint('made', after), endpoint('gone-in-own', before)],
    };
    const own = {
      version: 3,
      endpoints: [endpoint('both', before), endpoint('gone-in-old', before), endpoint('own', later)],
    };
    expect(join('endpoints', old, own)).toEqual({
      version: 5,
      endpoints: [endpoint('both', before, after), endpoint('made', after), endpoint('own', later)],
    });
  });

  it('an endpoint that an earlier merge brought, and that was deleted after it, stays deleted', () => {
    const [old, own] = [[], [endpoint('merged', after)]].map((endpoints) => ({ version: 1, endpoints }));
    expect(join('endpoints', old ?? {}, own ?? {}, { restoredTo: since, usedSince: later })).toMatchObject({
      endpoints: [],
    });
  });

  it('a delivery that was accepted is not sent again, and a replay that began later goes on', () => {
    const delivery = (status: string, round: number, claimed: number) => ({ status, round, claimed, attempts: [] });
    const delivered = delivery('delivered', 0, 1);
    expect(join('deliveries', delivered, delivery('waiting', 0, 3))).toEqual(delivered);
    expect(join('deliveries', delivery('waiting', 0, 3), delivered)).toEqual(delivered);
    expect(join('deliveries', delivered, delivery('waiting', 1, 0))).toEqual(delivery('waiting', 1, 0));
  });

  it('an endpoint that waits for a probe keeps the later one', () => {
    expect(join('health', { nextRunAt: later }, {})).toMatchObject({ nextRunAt: later });
    expect(join('health', {}, { nextRunAt: later })).toMatchObject({ nextRunAt: later });
    expect(join('health', { nextRunAt: after }, { nextRunAt: later })).toMatchObject({ nextRunAt: later });
  });

  it('failures are those of the table that has counted more writes, so what has healed stays so', () => {
    const healed = { failures: 0, warnings: 0, probes: 0, version: 4 };
    const failing = { failures: 19, warnings: 2, probes: 3, failingSince: before };
    expect(join('health', healed, { ...failing, version: 3 })).toMatchObject({ failures: 0, version: 5 });
    expect(join('health', { ...failing, version: 3 }, healed)).toEqual(healed);
    expect(join('health', healed, { ...failing, version: 5 })).toMatchObject(failing);
    expect(join('health', failing, { failures: 1, version: 1 })).toMatchObject({ failures: 1 });
  });

  it('of two deliveries with the same attempts one that was given up stays so, and one that waits is not held', () => {
    const [held, waiting] = ['held', 'waiting'].map((status) => ({ status, round: 0, claimed: 1, attempts: [1] }));
    const failed = { ...waiting, status: 'failed' };
    expect(join('deliveries', held ?? {}, waiting ?? {})).toEqual(waiting);
    for (const other of [held, waiting])
      expect([join('deliveries', failed, other ?? {}), join('deliveries', other ?? {}, failed)]).toEqual([
        failed,
        failed,
      ]);
    expect(join('deliveries', waiting ?? {}, held ?? {})).toEqual(waiting);
  });
});

it.each(['payment', 'event', 'told-event', 'feed', 'contacts', 'waiting', 'directory'] as const)(
  'of what never changes (%s) the new table keeps its own',
  (kind) => {
    expect(join(kind, { text: 'old' }, { text: 'own' })).toEqual({ text: 'own' });
  },
);

it.each([
  ['opt-outs', 'optedOutAt'],
  ['credentials', 'savedAt'],
  ['messages', 'at'],
  ['messages', 'answeredAt'],
  ['other', 'updatedAt'],
] as const)('of items of the kind %s the one with the later %s holds', (kind, name) => {
  expect(join(kind, { [name]: later }, { [name]: after })).toEqual({ [name]: later });
  expect(join(kind, { [name]: after }, { [name]: later })).toEqual({ [name]: later });
});
