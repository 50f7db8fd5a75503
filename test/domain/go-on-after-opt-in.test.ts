/** An opt-in: a plan of which the opt-out left nothing goes on with its next slot; any other stays as it is. */
import { expect, it } from 'vitest';
import { goOnAfterOptIn } from '#lib/domain/go-on-after-opt-in.ts';
import { minutesLater } from '#test/support/a-collection.ts';
import { aRevisable, dueTimes, withSetting } from './a-revisable.ts';

const HOURLY = {
  followUp: {
    strategyVersion: 1,
    enabled: true,
    given: ['startAfter', 'cadence'],
    startAfterMinutes: 60,
    cadence: 'every_1h',
    channels: ['whatsapp', 'sms'],
    tone: 'gentle',
  },
  expiresInMinutes: 480,
} as const;

/** No slot was left, so the run of the first one has set the expiry as the next run. */
const SILENT = aRevisable({ ...HOURLY, runNumber: 2, nextRunAt: minutesLater(480).toISOString() });

it('a plan of which an opt-out left nothing goes on with the next slot, and sends nothing that was left out', () => {
  const opened = goOnAfterOptIn(SILENT, minutesLater(150));
  expect(opened).toMatchObject({
    nextRunAt: minutesLater(180).toISOString(),
    runNumber: 3,
    plan: { from: minutesLater(150).toISOString(), firstSlot: 1 },
    events: SILENT.collection.events,
  });
  expect(dueTimes(withSetting(opened ?? SILENT.collection))[0]).toBe('03-01T12:00');
});

it('a second opt-in changes nothing', () => {
  const opened = goOnAfterOptIn(SILENT, minutesLater(150));
  expect(goOnAfterOptIn(withSetting(opened ?? SILENT.collection), minutesLater(151))).toBeUndefined();
});

it.each([
  ['its next slot has a run already', { nextRunAt: minutesLater(60).toISOString() }, 10],
  ['its next slot is due now', { nextRunAt: minutesLater(60).toISOString() }, 61],
  ['a payment under way holds its slot back', { nextRunAt: minutesLater(135).toISOString(), postponedSlot: 1 }, 119],
  ['no slot is left', { nextRunAt: minutesLater(480).toISOString() }, 479],
])('an opt-in changes nothing of a plan if %s', (_why, given, minutes) => {
  expect(goOnAfterOptIn(aRevisable({ ...HOURLY, ...given }), minutesLater(minutes))).toBeUndefined();
});

it('an opt-in changes nothing while other channels stay closed', () => {
  const closed = { optedOut: ['whatsapp', 'sms'] } as const;
  expect(goOnAfterOptIn(withSetting(SILENT.collection, closed), minutesLater(150))).toBeUndefined();
});
