/**
 * What every payment provider must do: docs/contributing/adding-a-provider.md. It runs for each provider in the list with the
 * fixtures of its folder here; for one alone: npx vitest run test/payment/conformance.test.ts -t paystack
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { isCurrency } from '#lib/domain/money.ts';
import type { ProviderKind } from '#lib/domain/providers/provider.ts';
import { factsOf } from '#lib/domain/providers/providers.ts';
import { adapterAtStub, ok } from './conformance/ask-adapter.ts';
import { findsMovements } from './conformance/find-movements.ts';
import { listsMovements } from './conformance/list-movements.ts';
import { opensSessions } from './conformance/open.ts';
import type { ProviderScript } from './conformance/provider-script.ts';
import { readsWebhooks } from './conformance/webhooks.ts';
import { SCRIPTS } from './scripts.ts';

const closesAndTriesKeys = (script: ProviderScript): void => {
  const { name, adapter, closings, replies } = script;
  let at: Awaited<ReturnType<typeof adapterAtStub>>;

  beforeAll(async () => {
    at = await adapterAtStub(script);
  });

  it.each(closings)(
    `the ${name} adapter closes $name: $result`,
    async ({ session, replies: given, requests, result }) => {
      expect(await at.close(session, given)).toBe(result);
      const sent = at.stub.received.filter((request) => !script.isPreliminary?.(request));
      expect(sent.map(({ method, path, raw }) => `${method} ${path} ${raw}`.trim())).toEqual(requests);
    },
  );

  it(`the ${name} adapter fails with a reason when the provider fails to close a session`, async () => {
    for (const { session, requests } of closings.filter((each) => each.result === 'closed')) {
      const paths = requests.map((request) => request.split(' ')[1] ?? '');
      const path = paths.at(-1) ?? '';
      const earlier = Object.fromEntries(paths.slice(0, -1).map((each) => [each, ok({ status: 'open' })]));
      for (const [reason, reply] of [
        ['unauthorized', replies.unauthorized],
        ['busy', { status: 429, body: {} }],
        ['provider_error', { status: 500, body: {} }],
        ['unreachable', 'drop'],
      ] as const) {
        expect(await at.close(session, { ...earlier, [path]: reply }), path).toBe(reason);
      }
    }
  });

  it(`the ${name} adapter has no way to close only if it says so`, () => {
    expect(adapter.close === undefined).toBe(closings.length === 0);
  });

  it(`the ${name} adapter tries keys by a read that changes nothing`, async () => {
    const { path, answer } = script.check;
    expect(await at.check(answer && { [path]: ok(answer) })).toBe(undefined);
    expect(at.stub.received.map((request) => request.path)).toEqual([path]);
    for (const { method } of at.stub.received.filter((each) => !script.isPreliminary?.(each)))
      expect(method).toBe('GET');
  });

  it(`the ${name} adapter says that wrong keys are unauthorized`, async () => {
    const { path } = script.check;
    expect(await at.check({ [path]: replies.unauthorized })).toBe('unauthorized');
    expect(await at.check({ [path]: { status: 502, text: '' } })).toBe('provider_error');
  });

  it.each(script.modes)(`the ${name} adapter knows from the keys %j that their mode is %s`, (credentials, mode) => {
    expect(adapter.modeOf(credentials)).toBe(mode);
  });

  it(`the ${name} adapter knows no mode without keys`, () => {
    expect(adapter.modeOf({})).toBeUndefined();
  });

  it(`the ${name} adapter takes a code only if it can ask for one`, () => {
    expect(adapter.submitCode !== undefined).toBe(script.takesCodes === true);
  });
};

const statesFacts = ({ name, credentials, openings, unsupported }: ProviderScript): void => {
  const { secrets, apiHosts, checkoutHosts, capabilities } = factsOf(name as ProviderKind);

  it(`the facts of ${name} name the secrets that its adapter needs`, () => {
    expect(Object.keys(credentials).toSorted()).toEqual(secrets.toSorted());
  });

  it(`the facts of ${name} have addresses over https, without a slash at the end`, () => {
    expect(checkoutHosts).not.toEqual([]);
    for (const host of [...Object.values(apiHosts), ...checkoutHosts]) expect(host).toMatch(/^https:\/\/.*[^/]$/);
  });

  it(`the adapter of ${name} opens every method of its facts, first in a currency of its facts, and no other method`, () => {
    const opened = openings.filter(({ method }) => method !== 'checkout');
    expect([...new Set(opened.map(({ method }) => method))].toSorted()).toEqual(Object.keys(capabilities).toSorted());
    const currenciesOf = (method: string) =>
      opened.flatMap((opening) => (opening.method === method ? [opening.order.amount.currency] : []));
    for (const [method, currencies] of Object.entries(capabilities)) {
      if (currencies !== 'any')
        expect(currencies, method).toEqual(expect.arrayContaining(currenciesOf(method).slice(0, 1)));
    }
    for (const method of unsupported) expect(capabilities).not.toHaveProperty(method);
  });

  it(`the facts of ${name} name currencies by their codes`, () => {
    for (const currencies of Object.values(capabilities)) {
      for (const currency of currencies === 'any' ? [] : currencies) expect(isCurrency(currency), currency).toBe(true);
    }
  });
};

describe.each(SCRIPTS)('$name', (script) => {
  describe('facts', () => statesFacts(script));
  describe('open', () => opensSessions(script));
  describe('findMovements', () => findsMovements(script));
  describe('listMovements', () => listsMovements(script));
  describe('close, check and modeOf', () => closesAndTriesKeys(script));
  describe('readWebhookEvent', () => readsWebhooks(script));
});
