/** What the form for a new collection makes of what is typed, and what it still lacks. */
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { CreateCollectionRequest } from '#lib/contract/create-collection.ts';
import { PreviewFollowUpsRequest } from '#lib/contract/preview-follow-ups.ts';
import { PHONE_NOT_REACHABLE } from '#lib/domain/follow-up/follow-up.ts';
import { checkPhone } from '#lib/web/console/app/check-phone.ts';
import {
  type Draft,
  firstDraft,
  keepDraft,
  keptDraft,
  missingIn,
  previewOf,
  requestOf,
} from '#lib/web/console/app/draft.ts';
import { Unsure } from '#lib/web/console/app/faults.ts';
import { speak } from '#lib/web/console/app/state.ts';
import { answerWith } from '#test/support/console-service.ts';

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

describe('the form for a new collection', () => {
  it.each<[string, Partial<Draft>, object]>([
    ['as the form opens', {}, {}],
    ['a description', { about: ' Two pairs of shoes ' }, { metadata: { description: 'Two pairs of shoes' } }],
    ['no description but spaces', { about: '  ' }, {}],
    ['another currency, in small letters', { currency: ' kes ' }, { amount: { value: 12.5, currency: 'KES' } }],
    [
      'a currency without a smaller coin',
      { amount: '45 000', currency: 'XOF' },
      { amount: { value: 45_000, currency: 'XOF' } },
    ],
    ['another life', { expiresIn: '60' }, { expiresIn: 60 }],
    ['a due day, in place of the life', { dueDate: '2026-12-24' }, { dueDate: '2026-12-24', expiresIn: undefined }],
    ['a cadence', { cadence: 'daily' }, { followUp: { cadence: 'daily' } }],
    ['a tone', { tone: 'urgent' }, { followUp: { tone: 'urgent' } }],
    ['both', { cadence: 'daily', tone: 'urgent' }, { followUp: { cadence: 'daily', tone: 'urgent' } }],
    ['no reminders, whatever their tone', { cadence: 'none', tone: 'urgent' }, { followUp: { enabled: false } }],
  ])('%s is sent as the API accepts it, and is previewed without a reference', (_what, typed, expected) => {
    const draft = { ...TYPED, ...typed };
    const request = requestOf(draft);
    expect(request).toEqual({ ...REQUEST, ...expected });
    expect(z.safeParse(CreateCollectionRequest, request).success).toBe(true);
    expect(previewOf(draft)).toEqual(request);
    const preview = previewOf({ ...draft, reference: ' ' });
    expect(preview).toEqual({ ...request, reference: undefined });
    expect(preview).not.toHaveProperty('reference');
    expect(z.safeParse(PreviewFollowUpsRequest, preview).success).toBe(true);
  });

  it('what a new collection still lacks is named, in the order of the form', () => {
    const empty = firstDraft('NG');
    expect(missingIn(empty)).toEqual(['firstName', 'lastName', 'phone', 'email', 'amount']);
    const filled = { ...empty, firstName: 'Ada', lastName: 'Obi', phone: '0803', email: 'a@b', amount: '5' };
    expect(missingIn(filled)).toEqual([]);
    expect(missingIn({ ...filled, email: ' ', currency: '' })).toEqual(['email', 'currency']);
    expect(missingIn({ ...filled, amount: '0' })).toEqual(['amount']);
  });

  it('what was typed is kept for the member who typed it, until it is sent', () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => kept.set(key, text),
      removeItem: (key: string) => kept.delete(key),
    });
    keepDraft('mem_1', TYPED);
    expect([keptDraft('mem_1'), keptDraft('mem_2')]).toEqual([TYPED, undefined]);
    keepDraft('mem_1', undefined);
    expect(keptDraft('mem_1')).toBeUndefined();
    vi.unstubAllGlobals();
  });
});

it('a phone that nothing reaches is asked about once, and what cannot be planned is left to the service', async () => {
  await speak('en');
  const form = { contact: { phone: '0800' }, amount: {} };
  const known = { value: [] as readonly string[] };
  const asked = answerWith(
    { data: { reasons: [`${PHONE_NOT_REACHABLE} by sms`] } },
    { data: { reasons: [] } },
    { status: 400 },
  );
  await expect(checkPhone(form, known)).rejects.toThrow(Unsure);
  await checkPhone(form, known);
  expect(asked).toHaveLength(1);
  await checkPhone(form, { value: [] });
  await checkPhone(form, { value: [] });
  expect(asked.map(({ path }) => path)).toEqual(Array(3).fill('public/follow-ups/preview'));
  vi.unstubAllGlobals();
});
