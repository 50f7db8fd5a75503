/** A code that a payer enters goes to the provider of the session that asked for it. */
import { expect, it } from 'vitest';
import { providerReference } from '#lib/domain/payment/session.ts';
import { type CodePorts, enterCode } from '#lib/use-cases/enter-code.ts';
import { aPaidAccount, aPayableCollection, aSession, providerIdOf } from '#test/support/a-payment.ts';

const account = aPaidAccount();
const target = { kind: 'sandbox', id: providerIdOf(account) };

type Answer = Awaited<ReturnType<CodePorts['submitCode']>>;

async function enter(
  sessions: ReturnType<typeof aSession>[],
  answer: Answer = { kind: 'accepted' },
  counts = true,
  given: object = {},
) {
  const collection = { ...aPayableCollection(['mobile_money'], { account }), sessions, ...given };
  const submitted: object[] = [];
  const submitCode: CodePorts['submitCode'] = async (...given) => {
    submitted.push(given);
    return answer;
  };
  const counted: number[] = [];
  const countCode: CodePorts['countCode'] = async (_ref, { number }) => {
    counted.push(number, submitted.length);
    return counts;
  };
  const accepted = await enterCode({ submitCode, countCode }, { collection, account, code: '123456' });
  return {
    accepted,
    submitted,
    counted,
    referenceOf: (number: number) => providerReference(collection.ref, 'mobile_money', number),
  };
}

it('a code goes to the provider of the newest mobile money session, which has eight seconds', async () => {
  const mobile = aSession({ method: 'mobile_money' });
  const { accepted, submitted, referenceOf } = await enter([mobile, mobile, aSession({ method: 'card' })]);
  expect(accepted).toBe(true);
  expect(submitted).toEqual([[target, { reference: referenceOf(2), code: '123456' }, 8_000]]);
});

it('a code that the provider refuses is not accepted', async () => {
  const { accepted } = await enter([aSession({ method: 'mobile_money' })], { kind: 'failed', reason: 'wrong_code' });
  expect(accepted).toBe(false);
});

it.each([
  ['without a session', []],
  ['with sessions of other methods only', [aSession({ method: 'card' })]],
  ['whose provider is gone', [aSession({ method: 'mobile_money', provider: 'gone' })]],
])('a code for a collection %s goes nowhere, and is not accepted', async (_which, sessions) => {
  expect(await enter(sessions)).toMatchObject({ accepted: false, submitted: [] });
});

it('a code is counted for its session before it is sent, and goes nowhere once too many were', async () => {
  const sessions = [aSession({ method: 'mobile_money' })];
  expect((await enter(sessions)).counted).toEqual([1, 0]);
  expect(await enter(sessions, { kind: 'accepted' }, false)).toMatchObject({ accepted: false, submitted: [] });
});

it('a code for a session of an amount that was corrected goes nowhere, and one for a session after it is sent', async () => {
  const mobile = aSession({ method: 'mobile_money' });
  const staleSessions = { upTo: 1, since: '2026-03-01T09:00:00.000Z', checks: 0 };
  const entered = (count: number) => enter(Array(count).fill(mobile), { kind: 'accepted' }, true, { staleSessions });
  expect(await entered(1)).toMatchObject({ accepted: false, submitted: [], counted: [] });
  expect(await entered(2)).toMatchObject({ accepted: true, counted: [2, 0] });
});
