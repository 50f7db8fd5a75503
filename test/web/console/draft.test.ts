/** The request that the form for a new collection makes of what is typed. */
import { expect, it } from 'vitest';
import { type Draft, firstDraft, requestOf } from '#lib/web/console/app/draft.ts';

const TYPED: Draft = {
  ...firstDraft('GH'),
  firstName: 'Ada',
  lastName: 'Obi',
  phone: '024 123 4567',
  email: ' ada@example.com ',
  amount: '12.50',
  reference: ' order-1 ',
};

const REQUEST = {
  reference: 'order-1',
  amount: { value: 12.5, currency: 'GHS' },
  contact: { firstName: 'Ada', lastName: 'Obi', phone: '024 123 4567', email: 'ada@example.com' },
  expiresIn: 10_080,
  payable: { enabled: true, methods: ['payment_link'] },
};

it.each<[string, Partial<Draft>, object]>([
  ['as the form opens', {}, {}],
  ['a description', { about: ' Two pairs of shoes ' }, { metadata: { description: 'Two pairs of shoes' } }],
  ['no description but spaces', { about: '  ' }, {}],
  ['another currency, in small letters', { currency: ' kes ' }, { amount: { value: 12.5, currency: 'KES' } }],
  ['another life', { expiresIn: '60' }, { expiresIn: 60 }],
  ['a due day, in place of the life', { dueDate: '2026-12-24' }, { dueDate: '2026-12-24', expiresIn: undefined }],
  ['a cadence', { cadence: 'gentle' }, { followUp: { cadence: 'gentle' } }],
  ['a tone', { tone: 'firm' }, { followUp: { tone: 'firm' } }],
  ['both', { cadence: 'gentle', tone: 'firm' }, { followUp: { cadence: 'gentle', tone: 'firm' } }],
  ['no reminders, whatever their tone', { cadence: 'none', tone: 'firm' }, { followUp: { enabled: false } }],
])('%s', (_what, typed, expected) => {
  expect(requestOf({ ...TYPED, ...typed })).toEqual({ ...REQUEST, ...expected });
});
