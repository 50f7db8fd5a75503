/** For any person and any rules: what is judged agrees with the rules as the documents word them, read minute by minute. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judge } from '#lib/domain/person/judge.ts';
import type { PersonSend } from '#lib/domain/person/person.ts';
import { NEW_PERSON, withSend } from '#lib/domain/person/person.ts';
import { policyFor } from '#lib/domain/person/policy.ts';
import { ALL, HOUR, hoursOf, MINUTE } from './a-person.ts';
import { anyCase, COUNTRIES, isAllowed } from './rules-in-words.ts';

const START = Date.parse('2026-03-01T00:00:00.000Z');
const anyMinute = (days: number) =>
  fc.integer({ min: 0, max: days * 24 * 60 }).map((minute) => START + minute * MINUTE);
const anyChannel = fc.constantFrom(...ALL);

const anySends = fc.oneof(
  fc.array(fc.tuple(anyMinute(40), anyChannel), { maxLength: 14, size: 'max' }),
  fc.array(fc.tuple(anyMinute(3), anyChannel), { maxLength: 30, size: 'max' }),
);

const sendsOf = (sends: readonly [number, (typeof ALL)[number]][]): PersonSend[] =>
  sends
    .map(([at, channel]) => ({ at: new Date(at).toISOString(), channel, hash: 'abc' }))
    .sort((a, b) => (a.at < b.at ? -1 : 1));

/** Some time after the last message. */
const anyQuestion = fc.record({
  sends: anySends.map(sendsOf),
  rules: anyCase,
  channel: anyChannel,
  later: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 10_000 })),
});

describe('judging', () => {
  it('the first instant that is allowed is the first minute that the rules allow, for every country', () => {
    fc.assert(
      fc.property(anyQuestion, ({ sends, rules, channel, later }) => {
        const at = Date.parse(sends.at(-1)?.at ?? new Date(START).toISOString()) + later * MINUTE;
        const hours = hoursOf(rules.country);
        const judgement = judge({ sends }, policyFor(rules), { at, channel, hours });
        const until = judgement.kind === 'allowed' ? at : judgement.deferUntil;
        const message = { rules, channel, hours };
        const sent = sends.map((send) => ({ ...send, at: Date.parse(send.at) }));
        for (let minute = at; minute < until; minute += MINUTE) {
          if (isAllowed(sent, minute, message)) expect(new Date(minute).toISOString()).toBe('forbidden');
        }
        expect([isAllowed(sent, until, message), until % MINUTE]).toEqual([true, 0]);
      }),
      { numRuns: 60 },
    );
  });

  it('what a person is remembered by is enough: all messages together give the same judgement', () => {
    fc.assert(
      fc.property(anyQuestion, ({ sends, rules, channel, later }) => {
        const at = Date.parse(sends.at(-1)?.at ?? new Date(START).toISOString()) + later * MINUTE;
        const intended = { at, channel, hours: hoursOf(rules.country) };
        let remembered = NEW_PERSON;
        for (const send of sends) remembered = withSend(remembered, { ...send, at: Date.parse(send.at) });
        expect(judge(remembered, policyFor(rules), intended)).toEqual(judge({ sends }, policyFor(rules), intended));
      }),
      { numRuns: 200 },
    );
  });

  it('each country’s hours leave some of every week open', () => {
    for (const country of COUNTRIES) {
      const rules = policyFor({ country, isOverdue: true, isChosen: false, windowMinutes: 1440 });
      for (let at = START; at < START + 60 * 24 * HOUR; at += 7 * HOUR) {
        const judgement = judge(NEW_PERSON, rules, { at, channel: 'email', hours: hoursOf(country) });
        if (judgement.kind === 'not_yet') expect(judgement.deferUntil - at).toBeLessThan(73 * HOUR);
      }
    }
  });
});
