/** Who is signed in and what the frame shows of it: the way in, a session that ends, another language, and what is said. */
import { beforeEach, describe, expect, it } from 'vitest';
import { App } from '#lib/web/console/app/app.tsx';
import { waiting } from '#lib/web/console/app/attention.ts';
import { comeBack } from '#lib/web/console/app/company.ts';
import { routeOf } from '#lib/web/console/app/route.ts';
import { renew } from '#lib/web/console/app/session.ts';
import {
  isExpired,
  language,
  route,
  type Session,
  said,
  sayUndoable,
  session,
  words,
} from '#lib/web/console/app/state.ts';
import { type Answer, serve, writesOf } from '#test/support/console-service.ts';
import { button, buttons, choose, field, press, show, signIn, text, type, until, useScreen } from './screen.ts';

useScreen();
beforeEach(() => {
  isExpired.value = false;
  waiting.value = undefined;
  sessionStorage.clear();
  Object.assign(window, { scrollTo: () => {} });
  go('#/today');
});

function go(hash: string): void {
  location.hash = hash;
  route.value = routeOf(hash);
}

const ADA = {
  account: { id: 'acc_1', name: 'Shop', mode: 'test', country: 'NG' },
  member: { id: 'mem_1', name: 'Ada', role: 'agent', passkeys: [] },
  ...{ expiresAt: '2099-01-01T00:00:00.000Z', baseUrl: 'https://pay.example' },
} as const satisfies Session;
const ITEM = {
  id: 'att_1',
  reason: 'replied',
  since: '2026-03-02T11:00:00.000Z',
  customer: { id: 'c', firstName: 'Eve', lastName: 'Obi' },
  collection: { id: 'pay_1', reference: 'INV-1', status: 'completed' },
};

function open(answers: Parameters<typeof serve>[0] = {}) {
  const asked = serve({ 'GET public/attention': { data: [ITEM] }, 'PUT console/session': { data: ADA }, ...answers });
  show(<App />);
  return asked;
}
const links = () => [...document.querySelectorAll('header nav a')].map((link) => link.getAttribute('href'));

describe('the frame', () => {
  it('has the screens that the role may see, and how much is waiting', async () => {
    signIn('agent');
    open();
    const forAll = ['home', 'today', 'customers', 'collections', 'payments', 'members'].map((name) => `#/${name}`);
    expect(links()).toEqual(forAll);
    await until(() => expect(document.querySelector('.count')?.textContent).toBe('1'));
    expect(document.querySelector('[aria-current=page]')?.getAttribute('href')).toBe('#/today');
    expect(text()).toContain(words.value.test);
    signIn('admin');
    await until(() => expect(links()).toEqual([...forAll, '#/settings', '#/developers', '#/audit']));
    await until(() => expect(document.title).toBe(`${words.value.nav.today} – Shop`));
  });

  it('says what was done, lets it be taken back as long as it is said, and not on another screen', async () => {
    open();
    await until(() => expect(text()).toContain('Eve Obi'));
    let undone = 0;
    sayUndoable('Done.', async () => {
      undone += 1;
    });
    await press(words.value.today.undo);
    expect(undone).toBe(1);
    said.value = 'Something else.';
    await until(() => expect(buttons()).not.toContain(words.value.today.undo));
    go('#/members');
    await until(() => expect(said.value).toBe(''));
  });

  it('speaks another language at once, and from then on', async () => {
    open();
    choose(words.value.language, 'fr');
    await until(() => expect(document.documentElement.lang).toBe('fr'));
    expect(localStorage.getItem('console-language')).toBe('fr');
    choose(words.value.language, 'en');
    await until(() => expect(language.value).toBe('en'));
  });

  it('forgets at the end what was on the screen, and leads back in', async () => {
    const asked = open({ 'DELETE console/session': { data: {} } });
    await until(() => expect(text()).toContain('Eve Obi'));
    sessionStorage.setItem('draft', 'x');
    await press(words.value.signOut);
    await until(() => expect(text()).toContain(words.value.enter.signedOutText));
    expect(text()).not.toContain('Eve Obi');
    expect([sessionStorage.length, waiting.value, links()]).toEqual([0, undefined, []]);
    expect(writesOf(asked)).toEqual([{ method: 'DELETE', path: 'console/session', body: undefined }]);
  });

  it('that cannot sign out asks who is still in', async () => {
    const asked = open({ 'DELETE console/session': 'offline' });
    await press(words.value.signOut);
    await until(() => expect(asked.map(({ method }) => method)).toContain('PUT'));
    expect(typeof session.value).toBe('object');
  });
});

describe('a session', () => {
  it('that has ended hides what is on the screen until the same member is back', async () => {
    open({ 'PUT console/session': { status: 401, code: 'invalid_session' } });
    await until(() => expect(text()).toContain('Eve Obi'));
    await renew();
    await until(() => expect(document.querySelector('dialog.expired')).not.toBeNull());
    expect(document.querySelector('main > div')?.hasAttribute('hidden')).toBe(true);
    serve({ 'PUT console/session': { data: ADA }, 'GET public/attention': { data: [ITEM] } });
    await renew();
    await until(() => expect(document.querySelector('dialog.expired')).toBeNull());
    expect(document.querySelector('main > div')?.hasAttribute('hidden')).toBe(false);
    expect(text()).toContain('Eve Obi');
  });

  it('ends with any call that finds nobody signed in', async () => {
    open({ 'GET public/attention': { status: 401, code: 'invalid_session' } });
    await until(() => expect(isExpired.value).toBe(true));
  });

  it.each<[string, Answer | 'offline', string, () => string]>([
    ['is not known', { status: 401 }, 'out', () => words.value.enter.signedOutText],
    ['cannot be asked for', 'offline', 'away', () => words.value.unreachable],
  ])('that %s leads to the way in, or says that the service does not answer', async (_what, answer, state, shown) => {
    session.value = 'unknown';
    open({ 'PUT console/session': answer });
    await renew();
    expect(session.value).toBe(state);
    await until(() => expect(text()).toContain(shown()));
  });

  it('goes on when the service is away for a moment', async () => {
    open({ 'PUT console/session': 'offline' });
    await renew();
    expect([typeof session.value, isExpired.value]).toEqual(['object', false]);
  });
});

describe('the way in', () => {
  beforeEach(() => {
    session.value = 'out';
  });

  it('by a link spends it by a click, and not by loading the page', async () => {
    go('#/enter/cl_token');
    const asked = open({ 'POST console/session': { data: ADA }, 'GET public/': { data: [] } });
    await until(() => button(words.value.enter.button));
    expect(asked).toEqual([]);
    await press(words.value.enter.button);
    await until(() => expect(session.value).toEqual(ADA));
    expect(writesOf(asked)[0]).toEqual({ method: 'POST', path: 'console/session', body: { token: 'cl_token' } });
    expect([location.hash, route.value.screen]).toEqual(['#/home', 'home']);
  });

  it('by a link that was used offers another one; one that has no answer is tried again', async () => {
    go('#/enter/cl_token');
    const answers = ['offline' as const, { status: 401, code: 'invalid_link' }];
    open({ 'POST console/session': () => answers.shift() ?? 'offline' });
    await press(words.value.enter.button);
    await until(() => expect(text()).toContain(words.value.dialog.unreachable));
    await press(words.value.enter.button);
    await until(() => expect(text()).toContain(words.value.enter.usedText));
    button(words.value.enter.send);
  });

  it('by a mail says the same whether the address is known or not', async () => {
    const answers: (Answer | 'offline')[] = [
      { status: 400, code: 'validation_failed', errors: [{ path: 'email', message: 'must be an email address' }] },
      'offline',
      { data: {} },
    ];
    const asked = open({ 'POST console/sign-in-links': () => answers.shift() ?? 'offline' });
    await until(() => expect(button(words.value.enter.send).disabled).toBe(true));
    type(words.value.enter.email, ' ada@shop.example ');
    await press(words.value.enter.send);
    await until(() => expect(field(words.value.enter.email).getAttribute('aria-invalid')).toBe('true'));
    await press(words.value.enter.send);
    await until(() => expect(text()).toContain(words.value.dialog.unreachable));
    await press(words.value.enter.send);
    await until(() => expect(text()).toContain(words.value.enter.sent));
    expect(writesOf(asked)[2]?.body).toEqual({ email: 'ada@shop.example', language: 'en' });
  });

  it('by the company is offered where it was used before', async () => {
    open();
    await until(() => button(words.value.enter.send));
    expect(text()).not.toContain(words.value.enter.toCompany);
    show(null);
    localStorage.setItem('company', 'acc_1');
    open();
    await until(() => expect(text()).toContain(words.value.enter.toCompany));
    expect(document.querySelector('a.main')?.getAttribute('href')).toBe('#/enter/company?account=acc_1');
  });

  describe('by coming back from the company', () => {
    const KEPT = { account: 'acc_1', state: 'st_1', nonce: 'n_1', verifier: 'v_1' };
    const back = (query: string, answers: Parameters<typeof serve>[0]) => {
      sessionStorage.setItem('company-sign-in', JSON.stringify(KEPT));
      history.replaceState(null, '', `${location.pathname}?${query}`);
      comeBack();
      expect([location.search, sessionStorage.getItem('company-sign-in')]).toEqual(['', null]);
      go(location.hash);
      return open(answers);
    };

    it('lets in by the code, once', async () => {
      const asked = back('state=st_1&code=co_1&iss=https%3A%2F%2Fid.example', {
        'PUT console/directory': { data: ADA },
        'GET public/': { data: [] },
      });
      await until(() => expect(session.value).toEqual(ADA));
      expect(writesOf(asked)[0]?.body).toEqual({ ...KEPT, code: 'co_1', iss: 'https://id.example' });
      expect(localStorage.getItem('company')).toBe('acc_1');
    });

    it.each([
      ['that came back for another sign-in', 'state=other&code=co_1', {}, []],
      ['whom the directory refused', 'state=st_1&error=access_denied', {}, []],
      ['whom the service refuses', 'state=st_1&code=co_1', { status: 403, code: 'forbidden' }, ['PUT']],
    ])('says so to one %s, who may try again', async (_who, query, answer, calls) => {
      const asked = back(query, { 'PUT console/directory': answer });
      await until(() => expect(text()).toContain(words.value.enter.companyRefused));
      expect(asked.map(({ method }) => method)).toEqual(calls);
      expect([text().includes(words.value.dialog.unreachable), button(words.value.enter.toCompany).disabled]).toEqual([
        false,
        false,
      ]);
    });

    it('that has no answer is no refusal, and begins at the company again', async () => {
      back('state=st_1&code=co_1', { 'PUT console/directory': 'offline', 'POST console/directory': { status: 404 } });
      await until(() => expect(text()).toContain(words.value.dialog.unreachable));
      expect(text()).not.toContain(words.value.enter.companyRefused);
      await press(words.value.enter.toCompany);
      await until(() => expect(text()).toContain(words.value.enter.companyRefused));
      expect(text()).not.toContain(words.value.dialog.unreachable);
    });
  });
});
