/** The rules for `findMovements` of every adapter: it reports only what the provider confirms, with exact amounts. */
import { beforeAll, expect, it } from 'vitest';
import { isCurrency } from '#lib/domain/money.ts';
import { MOVEMENT_KINDS, type Movement, REFUND_PENDING, type Report } from '#lib/domain/payment/movement.ts';
import type { Reply } from '#test/support/stub-server.ts';
import { referenceOf } from './an-order.ts';
import { adapterAtStub, allOk, answersInMemory, damagesOf, ok, reasonOf } from './ask-adapter.ts';
import type { AtProvider, ProviderScript } from './provider-script.ts';

const NOTHING = { movements: [], progress: 'unknown' };

export const findsMovements = (script: ProviderScript): void => {
  const { name, find, finds, replies } = script;
  let at: Awaited<ReturnType<typeof adapterAtStub>>;

  beforeAll(async () => {
    at = await adapterAtStub(script);
  });

  const findWith = (reply: Reply) => at.find(find.lookup, { [find.path]: reply });
  const shown = (changes: Partial<AtProvider> = {}): Reply => ok(find.show({ ...find.paid, ...changes }));

  it(`the ${name} adapter finds a payment with its exact amount, every time it asks`, async () => {
    for (let n = 0; n < 2; n += 1) {
      expect(await findWith(shown())).toEqual({ movements: [find.payment], progress: 'ended' });
      expect(at.stub.received.at(-1)).toMatchObject({ method: 'GET', path: find.path });
    }
  });

  it.each(Object.entries(find.statuses))(
    `the ${name} adapter reports what a transaction with the status %s has moved, and whether it goes on: %j`,
    async (status, [kinds, progress]) => {
      const report = (await findWith(shown({ status }))) as Report;
      expect({ kinds: report.movements.map(({ kind }) => kind), progress: report.progress }).toEqual({
        kinds,
        progress,
      });
      for (const { transaction, amount } of report.movements) {
        expect({ transaction, amount }).toEqual({
          transaction: find.payment.transaction,
          amount: find.payment.amount,
        });
      }
    },
  );

  it(`the ${name} adapter reports nothing of a transaction with another reference than the requested one`, async () => {
    expect(await findWith(shown({ reference: referenceOf('card', 2) }))).toMatchObject({ movements: [] });
  });

  it(`the ${name} adapter reports nothing when the provider does not know the transaction`, async () => {
    expect(await findWith(replies.unknown)).toEqual(NOTHING);
  });

  it(`the ${name} adapter keeps the currency in which a payment was made`, async () => {
    const { amount, currency, minor } = find.other;
    expect(await findWith(shown({ amount, currency }))).toMatchObject({
      movements: [{ kind: 'payment', amount: { minor, currency } }],
    });
  });

  it.each(find.impossible)(`the ${name} adapter refuses a payment with the amount %j`, async (amount) => {
    expect(await findWith(shown({ amount }))).toBe('malformed_answer');
  });

  it.each(['', 'XYZ', null, 566, {}])(
    `the ${name} adapter refuses a payment with the currency %j`,
    async (currency) => {
      expect(await findWith(shown({ currency }))).toBe('malformed_answer');
    },
  );

  it.each(['', null, {}, 1e21])(`the ${name} adapter refuses a payment with the id %j`, async (id) => {
    expect(await findWith(shown({ id }))).toBe('malformed_answer');
  });

  it.each([
    ['unauthorized', replies.unauthorized],
    ['busy', { status: 429, body: {} }],
    ['provider_error', { status: 502, text: 'Bad gateway' }],
    ['malformed_answer', { status: 200, text: 'paid' }],
    ['malformed_answer', { status: 307, text: '', headers: { location: 'https://elsewhere.example' } }],
    ['unreachable', 'drop'],
  ] as [string, Reply][])(
    `the ${name} adapter fails with %s instead of finding nothing on the answer %j`,
    async (reason, reply) => {
      expect(await findWith(reply)).toBe(reason);
    },
  );

  it(`the ${name} adapter fails on an answer of an unknown shape instead of finding nothing`, async () => {
    for (const body of [
      null,
      [],
      'yes',
      42,
      {},
      { status: true },
      { status: 'success' },
      { requestSuccessful: true },
    ]) {
      expect(['malformed_answer', 'refused']).toContainEqual(await findWith(ok(body)));
    }
  });

  it.each(finds)(`the ${name} adapter finds $name`, async ({ lookup, answers, movements, progress }) => {
    expect(await at.find(lookup, allOk(answers))).toEqual({ movements, progress });
    expect(at.asked()).toEqual(Object.keys(answers));
  });

  it.each(
    finds.filter(
      ({ lookup: { about }, answers }) => /refunds|disputes/.test(about ?? '') && Object.keys(answers).length > 1,
    ),
  )(
    `the ${name} adapter loses no payment when the provider knows nothing more of $name`,
    async ({ lookup, answers, movements: [payment] }) => {
      const last = Object.keys(answers).at(-1) ?? '';
      const found = (await at.find(lookup, { ...allOk(answers), [last]: replies.unknown })) as Report | string;
      if (typeof found === 'string') expect(found).toBe('not_found');
      else expect(found.movements[0]).toEqual(payment);
    },
  );

  it.each([{ name: 'a payment', lookup: find.lookup, answers: { [find.path]: find.show(find.paid) } }, ...finds])(
    `the ${name} adapter reports whole movements of $name or fails when any part of an answer is missing or wrong`,
    async ({ lookup, answers }) => {
      const wrong: unknown[] = [];
      for (const [path, answer] of Object.entries(answers)) {
        for (const { what, body } of damagesOf(answer)) {
          const by = answersInMemory(script, { ...answers, [path]: body });
          const found = await script.adapter.findMovements(lookup, by).catch(reasonOf);
          const isExpected = typeof found === 'string' ? /^[a-z_]+$/.test(found) : found.movements.every(isWhole);
          if (!isExpected) wrong.push([path, what, found]);
        }
      }
      expect(wrong).toEqual([]);
    },
  );
};

/** Only one claim for a movement, because it is asked many thousand times. */
function isWhole(movement: Movement): boolean {
  const { kind, transaction, object, references, amount, at, surcharge = 1, fee = 0, method = 'card' } = movement;
  return (
    [...MOVEMENT_KINDS, REFUND_PENDING].includes(kind) &&
    [transaction, object, method, ...references].every((text) => /\S/.test(text)) &&
    references.length > 0 &&
    [amount.minor, surcharge].every((sum) => Number.isSafeInteger(sum) && sum > 0) &&
    isCurrency(amount.currency) &&
    Number.isSafeInteger(fee) &&
    fee >= 0 &&
    new Date(at).toISOString() === at
  );
}
