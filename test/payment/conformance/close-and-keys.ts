/** The rules for closing sessions, and for trying keys, of every adapter. */

import { beforeAll, expect, it } from 'vitest';
import { adapterAtStub, ok } from './ask-adapter.ts';
import type { ProviderScript } from './provider-script.ts';

export const closesAndTriesKeys = (script: ProviderScript): void => {
  const { name, adapter, closings, replies } = script;
  let at: Awaited<ReturnType<typeof adapterAtStub>>;

  beforeAll(async () => {
    at = await adapterAtStub(script);
  });

  it.each(closings)(
    `the ${name} adapter closes $name: $result`,
    async ({ session, replies: given, requests, result }) => {
      expect(await at.close(session, given)).toBe(result);
      expect(at.asked()).toEqual(requests);
    },
  );

  it(`the ${name} adapter fails with a reason when the provider fails to close a session`, async () => {
    for (const { session, requests } of closings.filter((each) => each.result === 'closed')) {
      const path = requests.at(-1) ?? '';
      const earlier = Object.fromEntries(requests.slice(0, -1).map((each) => [each, ok({ status: 'open' })]));
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
