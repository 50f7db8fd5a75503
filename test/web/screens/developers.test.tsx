/** What an admin gives to programs: keys, endpoints of webhooks, and what was sent there or refused. */
import { describe, expect, it } from 'vitest';
import { DevelopersScreen } from '#lib/web/console/app/developers-screen.tsx';
import { said, words } from '#lib/web/console/app/state.ts';
import { developersWords as texts } from '#lib/words/en/settings.ts';
import { serve, writesOf } from '#test/support/console-service.ts';
import {
  button,
  buttons,
  choose,
  field,
  NOW,
  press,
  show,
  signIn,
  text,
  textsOf,
  type,
  until,
  useScreen,
} from './screen.ts';

useScreen();

const KEY = {
  id: 'key_1',
  name: 'Shop server',
  role: 'agent',
  hint: 'ck_test_ab',
  state: 'live',
  createdAt: '2026-02-01T00:00:00.000Z',
};
const ENDPOINT = { id: 'whk_1', url: 'https://shop.example/hooks', events: ['*'], status: 'enabled' };
const HOOKS = 'public/webhook-endpoints';

function open(answers: Parameters<typeof serve>[0] = {}) {
  const asked = serve({
    ...answers,
    'GET console/keys': { data: [KEY] },
    [`GET ${HOOKS}`]: { data: [ENDPOINT] },
    'GET console/audit?list=failed_calls': { data: [] },
    ...answers,
  });
  show(<DevelopersScreen query={new URLSearchParams()} />);
  return asked;
}
const shown = () => until(() => expect(text()).toContain(ENDPOINT.url));

describe('keys', () => {
  it('one is made for a use, a role and a time, and is shown once', async () => {
    const asked = open({ 'POST console/keys': { data: { apiKey: 'ck_test_secret' } } });
    await press(texts.makeKey);
    await until(() => expect(button(texts.makeKey).disabled).toBe(true));
    type(texts.keyName, ' Tills ');
    choose(texts.role, 'viewer');
    choose(texts.expires, '90');
    await press(texts.makeKey);
    await until(() => expect(field(texts.keyLabel).value).toBe('ck_test_secret'));
    expect(writesOf(asked)[0]?.body).toEqual({ name: 'Tills', role: 'viewer', expiresInDays: 90 });
    await press(texts.done);
    await until(() => expect(document.querySelector('dialog')).toBeNull());
    expect(document.body.innerHTML).not.toContain('ck_test_secret');
  });

  it('without a time it holds until it is revoked', async () => {
    const asked = open({ 'POST console/keys': { data: { apiKey: 'ck_test_secret' } } });
    await press(texts.makeKey);
    type(texts.keyName, 'Tills');
    await press(texts.makeKey);
    await until(() => field(texts.keyLabel));
    expect(writesOf(asked)[0]?.body).toEqual({ name: 'Tills', role: 'agent' });
  });

  it('a live one is revoked by name; others are told apart', async () => {
    const { name: _name, ...unnamed } = KEY;
    const asked = open({
      'GET console/keys': {
        data: [
          KEY,
          { ...unnamed, id: 'key_2', state: 'revoked', expiresAt: '2026-03-01T00:00:00.000Z' },
          { ...KEY, id: 'key_3', state: 'expired' },
        ],
      },
      'DELETE console/keys/': { data: {} },
    });
    await until(() => expect(text()).toContain(`${texts.unnamed} (ck_test_ab…) ${texts.states.revoked}`));
    expect(text()).toContain(`${texts.until} 1 Mar 2026`);
    const revokes = [...document.querySelectorAll('button')].filter((each) => each.textContent === texts.revoke);
    expect(revokes.map((each) => each.getAttribute('aria-label'))).toEqual([`${texts.revoke}: Shop server`]);
    await press(`${texts.revoke}: Shop server`);
    await until(() => expect(document.querySelector('dialog h2')?.textContent).toBe(`${texts.revoke}: Shop server`));
    await press(texts.revoke);
    await until(() => expect(said.value).toBe(texts.revoked));
    expect(writesOf(asked)).toEqual([{ method: 'DELETE', path: 'console/keys/key_1', body: undefined }]);
  });
});

describe('endpoints', () => {
  const of = (action: string) => `${action}: ${ENDPOINT.url}`;

  it('one is added for some events, and its secret is shown once', async () => {
    const asked = open({ [`POST ${HOOKS}`]: { status: 201, data: { ...ENDPOINT, secret: 'whsec_1' } } });
    await press(texts.addEndpoint);
    await until(() => expect(field(texts.events).value).toBe('*'));
    type(texts.url, ' https://shop.example/hooks ');
    type(texts.events, 'payment.received, collection.completed');
    await press(texts.addEndpoint);
    await until(() => expect(field(texts.secretLabel).value).toBe('whsec_1'));
    const body = { url: 'https://shop.example/hooks', events: ['payment.received', 'collection.completed'] };
    expect(writesOf(asked)[0]).toEqual({ method: 'POST', path: HOOKS, body });
  });

  it('what is refused of one stands at its field', async () => {
    const errors = [{ path: 'events.0', message: 'must be one of our types' }];
    open({ [`POST ${HOOKS}`]: { status: 400, code: 'validation_failed', errors } });
    await press(texts.addEndpoint);
    type(texts.url, 'https://shop.example');
    type(texts.events, 'everything');
    await press(texts.addEndpoint);
    await until(() => expect(field(texts.events).getAttribute('aria-invalid')).toBe('true'));
    expect(field(texts.url).getAttribute('aria-invalid')).toBeNull();
  });

  it('one is paused, enabled again, and what stands in the way is said', async () => {
    let endpoint: object = ENDPOINT;
    const answers = [
      'offline' as const,
      { status: 429, code: 'x', message: 'Too many calls' },
      { status: 403, code: 'forbidden' },
    ];
    const asked = open({
      [`GET ${HOOKS}`]: () => ({ data: [endpoint] }),
      [`PATCH ${HOOKS}/whk_1`]: ({ body }) => {
        const failed = answers.shift();
        if (failed !== undefined) return failed;
        endpoint = { ...ENDPOINT, ...(body as object), statusReason: 'merchant' };
        return { data: endpoint };
      },
    });
    await shown();
    for (const expected of [
      words.value.dialog.unreachable,
      words.value.dialog.unreachable,
      words.value.refused['forbidden'],
    ]) {
      said.value = '';
      await press(of(texts.pause));
      await until(() => expect(said.value).toBe(expected));
    }
    await press(of(texts.pause));
    await until(() => expect(text()).toContain(texts.reasons['merchant'] ?? '?'));
    expect(said.value).toBe(texts.changed);
    await press(of(texts.enable));
    await until(() => button(of(texts.pause)));
    expect(
      writesOf(asked)
        .slice(-2)
        .map(({ body }) => body),
    ).toEqual([{ status: 'paused' }, { status: 'enabled' }]);
  });

  it.each([
    [{ passed: true, milliseconds: 12, httpStatus: 200 }, () => texts.pinged(12)],
    [{ passed: false, milliseconds: 12, httpStatus: 500 }, () => texts.pingFailed('500')],
    [{ passed: false, milliseconds: 12, error: 'connection_refused' }, () => texts.pingFailed('connection refused')],
    [{ passed: false, milliseconds: 12 }, () => texts.pingFailed(texts.noAnswer)],
  ])('a ping that is answered with %j says so', async (data, expected) => {
    open({ [`POST ${HOOKS}/whk_1/ping`]: { data } });
    await shown();
    await press(of(texts.ping));
    await until(() => expect(said.value).toBe(expected()));
  });

  it('gets a new secret, and is deleted, each after a question', async () => {
    const asked = open({
      [`POST ${HOOKS}/whk_1/rotate-secret`]: { data: { ...ENDPOINT, secret: 'whsec_2' } },
      [`DELETE ${HOOKS}/whk_1`]: { data: {} },
    });
    await shown();
    await press(texts.rotate);
    await until(() => expect(text()).toContain(texts.rotateIntro));
    await press(texts.rotate);
    await until(() => expect(field(texts.secretLabel).value).toBe('whsec_2'));
    await press(texts.done);
    await until(() => expect(document.querySelector('dialog')).toBeNull());
    await press(texts.remove);
    await until(() => expect(text()).toContain(texts.removeIntro));
    expect(writesOf(asked)).toHaveLength(1);
    await press(texts.remove);
    await until(() => expect(said.value).toBe(texts.removed));
    expect(writesOf(asked)[1]).toMatchObject({ method: 'DELETE', path: `${HOOKS}/whk_1` });
  });
});

describe('deliveries', () => {
  const attempt = { at: '2026-03-02T09:00:00.000Z', httpStatus: 503, answer: 'Down' };
  const delivery = (status: string, attempts: object[]) => ({
    ...{ id: `dlv_${status}`, status, attempts, createdAt: '2026-03-02T09:00:00.000Z' },
    event: { id: 'evt_1', type: 'payment.received' },
  });
  const look = (query: string, answers: Parameters<typeof serve>[0]) => {
    const asked = serve({
      ...answers,
      [`GET ${HOOKS}/whk_1/deliveries`]: {
        data: [
          delivery('failed', [attempt, attempt]),
          delivery('delivered', [{ ...attempt, httpStatus: 200 }]),
          delivery('waiting', []),
          delivery('sending', [{ at: attempt.at, error: 'tls_failed' }]),
        ],
      },
      [`GET ${HOOKS}/whk_1`]: { data: ENDPOINT },
    });
    show(<DevelopersScreen id="whk_1" query={new URLSearchParams(query)} />);
    return asked;
  };

  it('each says how often it was tried and what came of it, and the answer of one that was not taken', async () => {
    const asked = look('status=failed', {});
    await until(() => expect(document.querySelectorAll('li.row')).toHaveLength(4));
    const rows = textsOf('li.row');
    expect(rows[0]).toContain(
      `payment.received ${texts.deliveryStatuses.failed} evt_1 · 503 · ${texts.attempts(2)} Down`,
    );
    expect(rows[1]).toContain(`evt_1 · 200 · ${texts.attempts(1)}`);
    expect(rows[1]).not.toContain('Down');
    expect(rows[2]).toContain(`${texts.deliveryStatuses.waiting} evt_1`);
    expect(rows[3]).toContain('tls failed');
    expect(asked.some(({ path }) => path === `${HOOKS}/whk_1/deliveries?status=failed`)).toBe(true);
    expect(document.querySelector('[aria-current]')?.textContent).toBe(texts.deliveryStatuses.failed);
  });

  it('that failed within a day are sent again by an admin', async () => {
    const asked = look('', { [`POST ${HOOKS}/whk_1/replay`]: { data: { replayed: 2 } } });
    await press(texts.replay);
    await until(() => expect(text()).toContain(texts.replayIntro));
    await press(texts.replay);
    await until(() => expect(said.value).toBe(texts.replayed(2)));
    expect(writesOf(asked)[0]?.body).toEqual({ since: new Date(NOW - 86_400_000).toISOString(), status: 'failed' });
    show(null);
    signIn('agent');
    look('', {});
    await until(() => expect(document.querySelectorAll('li.row')).toHaveLength(4));
    expect(buttons()).not.toContain(texts.replay);
  });
});

it('a call that was refused is told with its faults and the id that its answer had, and the list is read again', async () => {
  const call = {
    at: '2026-03-02T09:00:00.000Z',
    requestId: 'req_1',
    call: 'POST /public/collections',
    status: 400,
    code: 'validation_failed',
    message: 'The request is not valid',
  };
  const lists = [[], [{ ...call, faults: [{ path: 'amount.value', message: 'is missing' }] }]];
  open({ 'GET console/audit?list=failed_calls': () => ({ data: lists.shift() }) });
  await until(() => expect(text()).toContain(texts.noRefused));
  await press(texts.readAgain);
  await until(() => expect(text()).toContain('400 validation_failed POST /public/collections'));
  expect(text()).toContain('amount.value is missing');
  expect(text()).toContain(`${texts.requestId}: req_1`);
});
