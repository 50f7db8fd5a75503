/** What the gateway does beside opening sessions: it finds, lists and closes, sends codes, and tries keys. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProviderKind } from '#lib/domain/providers/provider.ts';
import { factsOf } from '#lib/domain/providers/providers.ts';
import { payments as gateway, paymentParts } from '#lib/live-payments.ts';
import { forgetTokens } from '#lib/payment/monnify/api.ts';
import { closedPort } from '#test/channels/stub-aws.ts';
import { aProvider } from '#test/support/a-collection.ts';
import { anOrder, referenceOf } from './conformance/an-order.ts';
import type { ProviderScript } from './conformance/provider-script.ts';
import { script as paystackScript } from './paystack/script.ts';
import { SCRIPTS } from './scripts.ts';
import { script as stripeScript } from './stripe/script.ts';
import { startStubKms, startStubProvider } from './stub-provider.ts';

const LIMIT_MS = 5_000;
const ID = aProvider().id;
const PAGE = { what: 'payments', from: '2026-03-02T00:00:00.000Z', to: '2026-03-03T00:00:00.000Z' } as const;
const ENTERED = { reference: referenceOf('mobile_money'), code: '123456' };
const SESSION = { method: 'card', reference: referenceOf('card') } as const;

let secrets: Awaited<ReturnType<typeof startStubKms>>;
let provider: Awaited<ReturnType<typeof startStubProvider>>;

beforeAll(async () => {
  secrets = await startStubKms();
  provider = await startStubProvider();
});

beforeEach(() => {
  secrets.values.clear();
  provider.received.length = 0;
  gateway.forgetCredentials(ID);
  forgetTokens();
});

/** The provider answers these paths, and any other path as usual. */
function targetOf(script: ProviderScript, answers: Readonly<Record<string, unknown>> = {}) {
  const kind = script.name as ProviderKind;
  paymentParts.hosts = { [kind]: { live: provider.url, test: provider.url } };
  secrets.values.set(ID, JSON.stringify(script.credentials));
  provider.answer = (request) => {
    const body = answers[request.path] ?? script.answer(request, anOrder('card'));
    return body === undefined ? script.replies.unknown : { status: 200, body };
  };
  return { kind, id: ID };
}

describe.each(SCRIPTS)('$name', (script) => {
  const { name, find, finds, lists } = script;

  it(`the gateway returns what the ${name} adapter finds`, async () => {
    const target = targetOf(script, { [find.path]: find.show(find.paid) });
    const found = { kind: 'found', movements: [find.payment], progress: 'ended' };
    expect(await gateway.findMovements(target, find.lookup, LIMIT_MS)).toEqual(found);
    expect(finds.length).toBeGreaterThan(5);
  });

  it(`the gateway returns what the ${name} adapter lists`, async () => {
    for (const { page, answers, movements, next } of lists) {
      const listed = { kind: 'listed', movements, ...(next !== undefined && { next }) };
      expect(await gateway.listMovements(targetOf(script, answers), page, LIMIT_MS)).toEqual(listed);
    }
  });

  it(`the gateway returns every failure of the ${name} adapter and throws none`, async () => {
    const target = targetOf(script);
    const nowhere = await closedPort();
    paymentParts.hosts = { [target.kind]: { live: nowhere, test: nowhere } };
    const unavailable = { kind: 'unavailable', reason: 'unreachable' };
    expect(await gateway.findMovements(target, find.lookup, LIMIT_MS)).toEqual(unavailable);
    expect(await gateway.listMovements(target, PAGE, LIMIT_MS)).toEqual(unavailable);
    expect(await gateway.checkCredentials(target.kind, script.credentials, LIMIT_MS)).toEqual({
      kind: 'failed',
      reason: 'unreachable',
    });
    secrets.values.clear();
    gateway.forgetCredentials(ID);
    const missing = { kind: 'unavailable', reason: 'no_credentials' };
    expect(await gateway.findMovements(target, find.lookup, LIMIT_MS)).toEqual(missing);
    expect(await gateway.listMovements(target, PAGE, LIMIT_MS)).toEqual(missing);
  });

  it(`the gateway passes on how the ${name} adapter closes`, async () => {
    for (const closing of script.closings) {
      const target = targetOf(script);
      const usual = provider.answer;
      provider.answer = (request) => closing.replies[request.path] ?? usual(request);
      const isDone = closing.result === 'closed' || closing.result === 'unclosable';
      const closed = isDone ? { kind: closing.result } : { kind: 'unavailable', reason: closing.result };
      expect(await gateway.closeSession(target, closing.session, LIMIT_MS), closing.name).toEqual(closed);
    }
  });

  it(`the gateway tries credentials of ${name} only if none is missing`, async () => {
    const { kind } = targetOf(script, script.check.answer && { [script.check.path]: script.check.answer });
    expect(await gateway.checkCredentials(kind, script.credentials, LIMIT_MS)).toEqual({ kind: 'accepted' });
    provider.received.length = 0;
    for (const secret of factsOf(kind).secrets) {
      const credentials = { ...script.credentials, [secret]: '' };
      const failed = { kind: 'failed', reason: 'no_credentials' };
      expect(await gateway.checkCredentials(kind, credentials, LIMIT_MS)).toEqual(failed);
    }
    expect(provider.received).toEqual([]);
    expect(await gateway.modeOf(kind, script.credentials)).toBe('test');
  });
});

describe('a provider without a feature', () => {
  it('the gateway cannot close a Paystack session, and asks nobody about it', async () => {
    expect(await gateway.closeSession(targetOf(paystackScript), SESSION, LIMIT_MS)).toEqual({ kind: 'unclosable' });
    expect(provider.received).toEqual([]);
  });

  it('the gateway sends a code to Paystack only', async () => {
    for (const script of SCRIPTS) {
      const answers = { '/charge/submit_otp': { status: true, data: { status: 'success' } } };
      const target = targetOf(script, answers);
      const expected = script.takesCodes ? { kind: 'accepted' } : { kind: 'failed', reason: 'unsupported_method' };
      gateway.forgetCredentials(ID);
      expect(await gateway.submitCode(target, ENTERED, LIMIT_MS)).toEqual(expected);
    }
  });

  it('the gateway returns why a code was not taken', async () => {
    const target = targetOf(paystackScript, { '/charge/submit_otp': { status: true, data: { status: 'send_otp' } } });
    expect(await gateway.submitCode(target, ENTERED, LIMIT_MS)).toEqual({ kind: 'failed', reason: 'code_refused' });
  });

  it.each(SCRIPTS)('the gateway knows no mode of a $name provider without keys', async ({ name }) => {
    expect(await gateway.modeOf(name as ProviderKind, {})).toBeUndefined();
  });
});

it.each([
  ['payments', 'payment_intent.succeeded'],
  ['refunds', 'refund.created'],
  ['disputes', 'charge.dispute.created'],
])('the gateway says that the list of %s cannot be read with a key that has not the right to', async (what, part) => {
  const { kind } = targetOf(stripeScript);
  provider.answer = ({ path }) =>
    path.includes(part) ? stripeScript.replies.unauthorized : { status: 200, body: { data: [], has_more: false } };
  expect(await gateway.findUnlistable(kind, stripeScript.credentials, LIMIT_MS)).toEqual([
    { what, reason: 'unauthorized' },
  ]);
});
