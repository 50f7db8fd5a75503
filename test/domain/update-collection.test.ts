/** Corrections of a collection: what changes, what it does to the plan, and what is no change. */
import { expect, it } from 'vitest';
import { type CollectionPatch, updateCollection } from '#lib/domain/update-collection.ts';
import { minutesLater } from '#test/support/a-collection.ts';
import { aRevisable, dueTimes, sentAttempt, withSetting } from './a-revisable.ts';

const NOW = minutesLater(70);
const FIRST = sentAttempt(1, '2026-03-01T10:00:00.000Z');
const OPEN = aRevisable({ nextSlot: 2, runNumber: 2 }, { attempts: [FIRST] });

const updated = (patch: CollectionPatch, of = OPEN) => updateCollection(of, patch, NOW);

it.each([
  ['a contact as it is', { contact: { firstName: 'Ada', phone: '+234 803 123 4567' } }],
  ['the expiry as it is', { expiresIn: 1440 }],
])('a correction to %s changes nothing', (_, patch) => {
  expect(updated(patch)).toBeUndefined();
});

it('a corrected contact keeps its id, is stored in E.164, and the event names what changed', () => {
  const after = updated({ contact: { phone: '08031234999', email: 'ada@new.example' } });
  expect(after?.contact).toEqual({ ...OPEN.collection.contact, phone: '08031234999', email: 'ada@new.example' });
  expect(after?.events.at(-1)).toMatchObject({
    type: 'collection.updated',
    data: { changed: expect.arrayContaining(['contact.phone', 'contact.email']), actor: 'merchant' },
  });
});

it('a correction of names or metadata alone leaves the plan as it is', () => {
  const after = updated({ contact: { firstName: 'Bola' }, metadata: { description: 'Hats' } });
  expect(after?.plan).toBeUndefined();
  expect(after).toMatchObject({ runNumber: 3, metadata: '{"description":"Hats"}', contact: { firstName: 'Bola' } });
  expect(after?.events.at(-1)?.data?.changed).toEqual(['contact.firstName', 'metadata']);
});

it.each([
  ['phone', 'sms', { phone: '+2348031234999' }],
  ['email', 'email', { email: 'ada@new.example' }],
] as const)('a corrected %s is reminded although the one before could not be reached', (_, channel, contact) => {
  const followUp = { ...OPEN.collection.followUp, channels: [channel] } as typeof OPEN.collection.followUp;
  const second = sentAttempt(2, '2026-03-01T16:00:00.000Z');
  const of = aRevisable({ nextSlot: 3, runNumber: 3, followUp }, { attempts: [FIRST, second] });
  const until = minutesLater(90 * 1440).toISOString();
  const setting = { ...of.setting, unreachable: [{ channel, reason: 'invalid_number' as const, until }] };
  const next = (patch: CollectionPatch) => updateCollection({ ...of, setting }, patch, minutesLater(430))?.nextRunAt;
  expect(next({ contact })).toMatch('2026-03-02T07:');
  // No reminder follows the second one: it is overdue one cadence after it.
  const overdueAt = '2026-03-01T22:00:00.000Z';
  expect(next({ contact: { firstName: 'Bola' }, metadata: { description: 'Hats' } })).toBe(overdueAt);
});

it('an expiry that would be in the past is refused', () => {
  expect(() => updated({ expiresIn: 70 })).toThrow('The request is not valid');
  expect(updated({ expiresIn: 71 })?.expiresAt).toBe(minutesLater(71).toISOString());
});

it('a longer life has the reminders that the strategy chooses for it, and those that were sent stay', () => {
  const after = updated({ expiresIn: 7 * 1440 });
  expect(after?.events.at(-1)?.data?.changed).toEqual(['expiresIn', 'followUp']);
  expect(after?.followUp).toMatchObject({ cadence: 'daily', startAfterMinutes: 240 });
  if (after === undefined) throw new Error('nothing changed');
  expect(dueTimes(withSetting(after, { attempts: [FIRST] })).slice(0, 3)).toEqual([
    '03-01T10:00',
    '03-03T13:00',
    '03-05T13:00',
  ]);
});

it('what the caller gave of the follow-ups stays when the expiry changes', () => {
  const given = updated({ followUp: { cadence: 'every_2h', tone: 'urgent' } });
  if (given === undefined) throw new Error('nothing changed');
  const after = updated({ expiresIn: 7 * 1440 }, withSetting(given, { attempts: [FIRST] }));
  expect(after?.followUp).toMatchObject({ cadence: 'every_2h', tone: 'urgent', given: ['cadence', 'tone'] });
});

it('follow-ups that are turned off leave the collection payable, with the expiry as its next run', () => {
  const after = updated({ followUp: { enabled: false } });
  expect(after).toMatchObject({ followUp: { enabled: false }, status: 'pending' });
  expect(after?.nextRunAt).toBe(OPEN.collection.expiresAt);
});

it('an overdue collection stays overdue when its expiry moves', () => {
  expect(updated({ expiresIn: 3000 }, aRevisable({ status: 'overdue' }))).toMatchObject({ status: 'overdue' });
});

it('new follow-ups begin anew: a broken promise has no effect on them', () => {
  const plan = { from: NOW.toISOString(), firstSlot: 2, restartsAt: NOW.toISOString(), firmer: 1 };
  const broken = aRevisable({ nextSlot: 2, runNumber: 2, plan }, { attempts: [FIRST] });
  expect(updated({ expiresIn: 3000 }, broken)?.plan).toMatchObject({ firmer: 1, restartsAt: NOW.toISOString() });
  expect(updated({ followUp: { cadence: 'every_2h' } }, broken)?.plan).toEqual({
    from: NOW.toISOString(),
    firstSlot: 2,
  });
});

it('a slot that was due right before a correction, and is not claimed yet, stays in the plan', () => {
  const after = updateCollection(aRevisable(), { contact: { phone: '+2348031234999' } }, minutesLater(61));
  expect(after).toMatchObject({ plan: { from: minutesLater(60).toISOString(), firstSlot: 1 } });
  expect(after?.nextRunAt).toBe(minutesLater(60).toISOString());
});

it('a quicker rhythm puts one reminder where one was due, and none in the hours for which that one had waited', () => {
  const followUp = { cadence: 'every_10m', startAfter: 30 } as const;
  const after = updateCollection(aRevisable(), { followUp }, minutesLater(125));
  if (after === undefined) throw new Error('nothing changed');
  expect(after).toMatchObject({ plan: { from: minutesLater(120).toISOString(), firstSlot: 1 } });
  expect(dueTimes(withSetting(after)).slice(0, 3)).toEqual(['03-01T11:00', '03-01T11:10', '03-01T11:20']);
  expect(after.nextRunAt).toBe(minutesLater(120).toISOString());
});
