/** What is remembered of a person: enough for every rule, and no more. */
import { describe, expect, it } from 'vitest';
import {
  countedAt,
  countedFor,
  NEW_PERSON,
  withChannel,
  withoutLastSend,
  withoutSend,
  withPayment,
  withReceipt,
  withSend,
} from '#lib/domain/person/person.ts';
import { ALL, aPayment, aPerson, at_, DAY, MINUTE, minuteOf } from './a-person.ts';

describe('the messages of a person', () => {
  it('messages are kept in the order in which they count', () => {
    const person = aPerson('2026-03-02T10:00', '2026-03-02T09:00', '2026-03-02T11:00');
    expect(person.sends.map(({ at }) => minuteOf(Date.parse(at)))).toEqual([
      '2026-03-02T09:00',
      '2026-03-02T10:00',
      '2026-03-02T11:00',
    ]);
  });

  it('of many messages twelve are kept, and two of each channel', () => {
    let person = aPerson(
      ...Array.from({ length: 3 }, (_, nth) => [`2026-03-02T09:0${nth}`, 'email'] as [string, 'email']),
    );
    for (let nth = 0; nth < 40; nth += 1) {
      person = withSend(person, { at: at_('2026-03-03T09:00') + nth * MINUTE, channel: 'sms', hash: 'abc' });
    }
    expect(person.sends.filter(({ channel }) => channel === 'sms')).toHaveLength(12);
    expect(person.sends.filter(({ channel }) => channel === 'email').map(({ at }) => at.slice(11, 16))).toEqual([
      '09:01',
      '09:02',
    ]);
  });

  it('messages older than thirty days are dropped, but for the last of their channel', () => {
    const old = aPerson('2026-01-01T09:00', '2026-01-02T09:00', '2026-01-03T09:00');
    const person = withSend(old, { at: at_('2026-03-02T09:00'), channel: 'whatsapp', hash: 'abc' });
    expect(person.sends.map(({ at }) => at.slice(0, 10))).toEqual(['2026-01-03', '2026-03-02']);
  });

  it('a message that is just thirty days old is kept, as a rule may count it', () => {
    const old = aPerson('2026-01-31T08:59', '2026-01-31T09:00', '2026-02-01T09:00', '2026-02-02T09:00');
    const person = withSend(old, { at: at_('2026-03-02T09:00'), channel: 'whatsapp', hash: 'abc' });
    expect(person.sends.map(({ at }) => at.slice(5, 16))).toEqual([
      ...['01-31T09:00', '02-01T09:00', '02-02T09:00', '03-02T09:00'],
    ]);
  });

  it('the message that a slot counted is the last one of its collection, unless that is from before the slot was due', () => {
    const person = aPerson('2026-03-02T09:00', '2026-03-02T10:00');
    const other = withSend(person, { at: at_('2026-03-02T11:00'), channel: 'sms', hash: 'xyz' });
    const of = (dueAt: string) => countedFor(other, { hash: 'abc', dueAt: `2026-03-02T${dueAt}:00.000Z` })?.send.at;
    expect([of('08:00'), of('10:00'), of('10:02')]).toEqual([person.sends[1]?.at, person.sends[1]?.at, undefined]);
  });

  it('the message of a slot that was claimed a minute early, and of its retry before the slot is due, is found', () => {
    const early = aPerson('2026-03-02T09:59');
    const of = (dueAt: string) => countedFor(early, { hash: 'abc', dueAt })?.send.at;
    expect(of('2026-03-02T10:00:00.000Z')).toBe(early.sends[0]?.at);
    expect(of('2026-03-02T10:00:00.001Z')).toBeUndefined();
  });

  it('a message that no channel took is taken away once, and nothing else with it', () => {
    const person = aPerson('2026-03-02T09:00', '2026-03-02T10:00');
    const last = countedFor(person, { hash: 'abc', dueAt: '2026-03-02T10:00:00.000Z' });
    if (last === undefined) throw new Error('not counted');
    const without = withoutSend(person, last);
    expect(without).toEqual(aPerson('2026-03-02T09:00'));
    expect(withoutSend(without ?? person, last)).toBeUndefined();
    for (const other of [{ hash: 'xyz' }, { at: '2026-03-02T10:01:00.000Z' }])
      expect(withoutSend(person, { ...last, send: { ...last.send, ...other } })).toBeUndefined();
  });

  it('a message counts by another channel once, and is then taken away as before', () => {
    const person = aPerson('2026-03-02T09:00', '2026-03-02T10:00');
    const last = countedFor(person, { hash: 'abc', dueAt: '2026-03-02T10:00:00.000Z' });
    if (last === undefined) throw new Error('not counted');
    const other = withChannel(person, last, 'email');
    expect(other?.sends.map(({ channel }) => channel)).toEqual([person.sends[0]?.channel, 'email']);
    expect(withChannel(other ?? person, last, 'email')).toBeUndefined();
    expect(withChannel(person, { ...last, send: { ...last.send, hash: 'xyz' } }, 'email')).toBeUndefined();
    expect(withoutSend(other ?? person, last)).toEqual(aPerson('2026-03-02T09:00'));
  });

  it('of two messages of a collection that count at the same time only the later one is taken away, or counts by another channel', () => {
    const first = aPerson('2026-03-02T09:00', '2026-03-02T10:00');
    const person = withSend(first, { at: at_('2026-03-02T10:00'), channel: 'whatsapp', hash: 'abc' });
    const last = countedFor(person, { hash: 'abc', dueAt: '2026-03-02T10:00:00.000Z' });
    if (last === undefined) throw new Error('not counted');
    expect(withChannel(person, last, 'email')?.sends.slice(0, 2)).toEqual(first.sends);
    const without = withoutSend(person, last);
    expect(without?.sends).toEqual(first.sends);
    expect(withoutSend(without ?? person, last)).toBeUndefined();
  });

  it('a message that no channel took is taken away from between those of other collections that were sent since', () => {
    const own = aPerson('2026-03-02T09:00', '2026-03-02T10:00');
    const others = (of: typeof own) =>
      ['2026-03-02T10:01', '2026-03-02T10:02'].reduce(
        (person, at) => withSend(person, { at: at_(at), channel: 'sms', hash: 'xyz' }),
        of,
      );
    const last = countedFor(others(own), { hash: 'abc', dueAt: '2026-03-02T10:00:00.000Z' });
    if (last === undefined) throw new Error('not counted');
    expect(withoutSend(others(own), last)).toEqual(others(aPerson('2026-03-02T09:00')));
    expect(
      withChannel(others(own), last, 'email')
        ?.sends.map(({ channel }) => channel)
        .slice(1),
    ).toEqual([...['email', 'sms', 'sms']]);
  });

  it('a message that did not arrive no longer counts', () => {
    const person = withSend(aPerson('2026-03-02T09:00'), { at: at_('2026-03-02T10:00'), channel: 'sms', hash: 'xyz' });
    expect(withoutLastSend(person, 'xyz')).toEqual(aPerson('2026-03-02T09:00'));
    expect(withoutLastSend(person, 'never')).toEqual(person);
  });

  it('a message on time counts when its slot was due, another when it was sent', () => {
    const due = at_('2026-03-02T09:00');
    expect([-60_000, 300_000].map((late) => countedAt(due, due + late))).toEqual([due, due]);
    expect([-60_001, 300_001].map((late) => countedAt(due, due + late) - due)).toEqual([-60_001, 300_001]);
  });
});

describe('the payments of a person', () => {
  it('the last five payments are kept, oldest first', () => {
    let person = NEW_PERSON;
    for (const day of ['07', '01', '03', '02', '06', '05', '04']) {
      person = withPayment(person, aPayment(`2026-03-${day}T09:00`)) ?? person;
    }
    expect(person.payments.map(({ at }) => at.slice(8, 10))).toEqual(['03', '04', '05', '06', '07']);
  });

  it('a payment that is known changes nothing', () => {
    const person = withPayment(NEW_PERSON, aPayment('2026-03-01T09:00', 'sms'));
    expect(withPayment(person ?? NEW_PERSON, aPayment('2026-03-01T09:00'))).toBeUndefined();
  });
});

describe('the unread messages of a person', () => {
  const delivered = (day: string) => ({ status: 'delivered', at: `2026-03-${day}T09:00:00.000Z` }) as const;

  it('messages that are delivered count until one is read', () => {
    const one = withReceipt(NEW_PERSON, delivered('01'));
    const two = withReceipt(one ?? NEW_PERSON, delivered('02'));
    expect(two?.unread).toEqual({ count: 2, at: '2026-03-02T09:00:00.000Z' });
    expect(withReceipt(two ?? NEW_PERSON, { ...delivered('03'), status: 'read' })).toEqual(NEW_PERSON);
  });

  it('a receipt that is known, or a message that is read when none is unread, changes nothing', () => {
    const one = withReceipt(NEW_PERSON, delivered('01')) ?? NEW_PERSON;
    expect(withReceipt(one, delivered('01'))).toBeUndefined();
    expect(withReceipt(NEW_PERSON, { ...delivered('01'), status: 'read' })).toBeUndefined();
  });
});

it('a person of whom all is remembered takes less than two kilobytes', () => {
  let person = { ...NEW_PERSON, version: 100_000 };
  const hash = 'a'.repeat(25);
  for (let nth = 0; nth < 6; nth += 1) {
    const channel = ALL[nth % 3] ?? 'whatsapp';
    person = withSend(person, { at: at_('2026-03-01T09:00') + nth, channel, hash });
  }
  for (let nth = 0; nth < 20; nth += 1) {
    person = withSend(person, { at: at_('2026-03-02T09:00') + nth, channel: 'whatsapp', hash });
    const at = new Date(at_('2026-03-02T09:00') + nth * DAY).toISOString().slice(0, 16);
    person = withPayment(person, aPayment(at, 'whatsapp', { minutesToPay: 500_000 })) ?? person;
  }
  person = withReceipt(person, { status: 'delivered', at: '2026-03-02T09:00:00.000Z' }) ?? person;
  // DynamoDB counts names and values, a byte and three for each list or map, and no punctuation: JSON is longer.
  expect(JSON.stringify(person).length).toBeLessThan(2_300);
});
