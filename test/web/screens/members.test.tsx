/** The merchant's people: added, given a role, links and an address, signed out and removed; and what the audit tells. */
import { describe, expect, it } from 'vitest';
import type { Member } from '#lib/web/console/app/members.ts';
import { AuditScreen, MembersScreen } from '#lib/web/console/app/members-screen.tsx';
import { type Role, said, session, words } from '#lib/web/console/app/state.ts';
import { settingsWords } from '#lib/words/en/settings.ts';
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
  tick,
  type,
  until,
  useScreen,
} from './screen.ts';

useScreen();

const later = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();
const signedIn = (id: string, current = false) => ({
  ...{ id, startedAt: later(-48), seenAt: later(-3), expiresAt: later(48), current },
});
const ADA: Member = {
  id: 'mem_1',
  name: 'Ada',
  role: 'admin',
  createdAt: later(-99),
  sessions: [signedIn('s1', true)],
};
const BOLA: Member = { id: 'mem_2', name: 'Bola', role: 'agent', createdAt: later(-99), sessions: [signedIn('s2')] };

function open(answers: Parameters<typeof serve>[0] = {}, role: Role = 'admin', members: Member[] = [ADA, BOLA]) {
  signIn(role);
  const asked = serve({ ...answers, 'GET console/members': { data: members } });
  show(<MembersScreen />);
  return asked;
}
const row = (nth: number) => document.querySelectorAll('li.member')[nth];
const shown = (count = 2) => until(() => expect(document.querySelectorAll('li.member')).toHaveLength(count));
const people = () => words.value.people;
const weekly = () => document.querySelector<HTMLInputElement>('dialog input[type=checkbox]');
const MADE = { link: 'https://pay.example/console#/enter/x', linkExpiresAt: later(7 * 24), mailed: true };

describe('somebody is added', () => {
  it('with a role and an address, and the link is shown once and says where it was mailed', async () => {
    const asked = open({ 'POST console/members': { status: 201, data: MADE } });
    await press(people().add);
    await until(() => expect(button(people().submit).disabled).toBe(true));
    type(people().name, ' Chidi ');
    type(people().email, ' chidi@shop.example ');
    choose(people().role, 'viewer');
    await press(people().submit);
    await until(() => expect(field(people().linkLabel).value).toBe(MADE.link));
    expect(text()).toContain(people().linkTitle('Chidi'));
    expect(text()).toContain(people().mailed('chidi@shop.example'));
    expect(text()).toContain(people().linkIntro);
    expect(writesOf(asked)[0]?.body).toEqual({ name: 'Chidi', role: 'viewer', email: 'chidi@shop.example' });
    await press(people().done);
    await until(() => expect(document.querySelector('dialog')).toBeNull());
  });

  it('without an address, and a link that was not mailed does not say so', async () => {
    const { mailed: _mailed, ...made } = MADE;
    const asked = open({ 'POST console/members': { status: 201, data: { ...made, linkExpiresAt: later(0.1) } } });
    await press(people().add);
    type(people().name, 'Chidi');
    await press(people().submit);
    await until(() => field(people().linkLabel));
    expect(writesOf(asked)[0]?.body).toEqual({ name: 'Chidi', role: 'agent' });
    await until(() => expect(asked.filter(({ method }) => method === 'GET')).toHaveLength(2));
    expect(text()).toContain(people().linkIntroShort);
    expect(document.querySelectorAll('dialog p')).toHaveLength(1);
    await press(people().done);
    await press(people().add);
    type(people().name, 'Dayo');
    type(people().email, 'dayo@shop.example');
    await press(people().submit);
    await until(() => field(people().linkLabel));
    expect(document.querySelectorAll('dialog p')).toHaveLength(1);
  });
});

describe('a member', () => {
  it('is shown with devices to admins; others see names, and may sign out of their own devices', async () => {
    const invited = { ...BOLA, id: 'mem_3', name: 'Chidi', sessions: [], link: { expiresAt: later(1) } };
    open({}, 'admin', [ADA, BOLA, invited, { ...invited, id: 'mem_4', name: 'Dayo', link: undefined } as never]);
    await shown(4);
    expect(row(0)?.textContent).toContain(people().current);
    expect(row(1)?.textContent).toContain(people().seen('3 hours ago'));
    expect(row(2)?.textContent).toContain('Has a link until');
    expect(row(3)?.textContent).toContain(people().never);
    show(null);
    open({}, 'agent');
    await shown();
    expect(buttons().filter((name) => name !== settingsWords.passkeys.add)).toEqual([
      `${people().endOthers}${people().of('Ada')}`,
    ]);
  });

  it('gets another role at once, and becomes an admin after a question', async () => {
    const asked = open({ 'PATCH console/members/mem_2': { data: {} } });
    await shown();
    choose(people().changeRole('Bola'), 'viewer');
    await until(() => expect(said.value).toBe(people().changed('Bola', words.value.roles.viewer)));
    choose(people().changeRole('Bola'), 'admin');
    await until(() => expect(text()).toContain(people().raiseIntro));
    expect(writesOf(asked)).toHaveLength(1);
    await press(people().raise);
    await until(() => expect(said.value).toBe(people().changed('Bola', words.value.roles.admin)));
    expect(writesOf(asked).map(({ body }) => body)).toEqual([{ role: 'viewer' }, { role: 'admin' }]);
  });

  it('that cannot be made less keeps the role, and it is said why', async () => {
    open({ 'PATCH console/members/mem_1': { status: 409, code: 'last_admin' } });
    await shown();
    choose(people().changeRole('Ada'), 'agent');
    await until(() => expect(text()).toContain(words.value.refused['last_admin'] ?? '?'));
    expect(field(people().changeRole('Ada')).value).toBe('admin');
  });

  it('gets a new link, is signed out, gets an address, and is removed', async () => {
    const { mailed: _mailed, ...made } = MADE;
    const asked = open({
      'POST console/members/mem_2/link': { data: made },
      'DELETE console/members/mem_2': { data: {} },
      'PATCH console/members/mem_2': { data: {} },
    });
    await shown();
    const of = (action: string) => `${action}${people().of('Bola')}`;
    await press(of(people().newLink));
    await until(() => expect(field(people().linkLabel).value).toBe(MADE.link));
    await press(people().done);
    await press(of(people().endSessions));
    await until(() => expect(said.value).toBe(people().ended));
    await press(of(people().setEmail));
    await until(() => expect(button(people().setSubmit).disabled).toBe(true));
    type(people().email, 'bola@shop.example');
    await until(() => expect(weekly()?.disabled).toBe(false));
    tick(/Weekly summary/);
    await press(people().setSubmit);
    await until(() => expect(said.value).toBe(people().setDone));
    await press(of(people().remove));
    await press(people().remove);
    await until(() => expect(said.value).toBe(people().removed('Bola')));
    expect(
      writesOf(asked).map(({ method, path, body }) => [method, path.replace('console/members/', ''), body]),
    ).toEqual([
      ['POST', 'mem_2/link', {}],
      ['DELETE', 'mem_2/sessions', undefined],
      ['PATCH', 'mem_2', { email: 'bola@shop.example', weeklyEmail: true }],
      ['DELETE', 'mem_2', undefined],
    ]);
  });

  it('has no address and no weekly summary any more once the address is emptied', async () => {
    const asked = open({ 'PATCH console/members/mem_2': { data: {} } }, 'admin', [
      ADA,
      { ...BOLA, email: 'bola@shop.example', weeklyEmail: true } as never,
    ]);
    await shown();
    await press(`${people().setEmail}${people().of('Bola')}`);
    await until(() => expect(button(people().setSubmit).disabled).toBe(true));
    type(people().email, ' ');
    await until(() => expect([weekly()?.checked, weekly()?.disabled]).toEqual([false, true]));
    await press(people().setSubmit);
    await until(() => expect(said.value).toBe(people().setDone));
    expect(writesOf(asked).map(({ body }) => body)).toEqual([{ email: null, weeklyEmail: false }]);
  });

  it('gets another address or the summary alone, and the address without the spaces around it', async () => {
    const asked = open({ 'PATCH console/members/mem_2': { data: {} } }, 'admin', [
      ADA,
      { ...BOLA, email: 'bola@shop.example', weeklyEmail: true } as never,
    ]);
    await shown();
    const isClosed = () => until(() => expect(button(people().setSubmit).disabled).toBe(true));
    const isOpen = () => until(() => expect(button(people().setSubmit).disabled).toBe(false));
    await press(`${people().setEmail}${people().of('Bola')}`);
    await isClosed();
    tick(/Weekly summary/);
    await isOpen();
    tick(/Weekly summary/);
    await isClosed();
    type(people().email, ' b@shop.example ');
    await isOpen();
    type(people().email, ' bola@shop.example ');
    await isClosed();
    type(people().email, ' b@shop.example ');
    await isOpen();
    await press(people().setSubmit);
    await until(() => expect(said.value).toBe(people().setDone));
    expect(writesOf(asked).map(({ body }) => body)).toEqual([{ email: 'b@shop.example', weeklyEmail: true }]);
  });

  it('that is oneself signs out of other devices where there are any', async () => {
    open({}, 'admin', [ADA]);
    await shown(1);
    expect(buttons()).not.toContain(`${people().endOthers}${people().of('Ada')}`);
    show(null);
    open({}, 'admin', [{ ...ADA, sessions: [signedIn('s1', true), signedIn('s9')] }]);
    await shown(1);
    button(`${people().endOthers}${people().of('Ada')}`);
  });
});

it('the passkeys are the own ones, with when each was used last', async () => {
  signIn('agent');
  if (typeof session.value !== 'string') {
    const passkeys = [
      { id: 'pk_1', name: 'Phone', createdAt: later(-99), usedAt: later(-1) },
      { id: 'pk_2', name: 'Laptop', createdAt: later(-99) },
    ];
    session.value = { ...session.value, member: { ...session.value.member, passkeys } };
  }
  serve({ 'GET console/members': { data: [] } });
  show(<MembersScreen />);
  await until(() => button(settingsWords.passkeys.removeOf('Laptop')));
  const rows = [...document.querySelectorAll('ul.plain li')].map((each) => each.textContent ?? '');
  expect(rows[0]).toContain(`Phone ${settingsWords.passkeys.usedAt}`);
  expect(rows[1]).toContain(`Laptop ${settingsWords.passkeys.madeAt}`);
});

it('the audit tells who did what to whom, page after page', async () => {
  const audited = { at: later(-1), what: 'role_changed', member: { id: 'mem_2', name: 'Bola' } };
  const pages = [
    { data: [{ ...audited, by: { id: 'mem_1', name: 'Ada' }, detail: 'admin' }], nextCursor: 'x' },
    { data: [{ ...audited, what: 'new_thing' }] },
  ];
  const asked = serve({ 'GET console/audit?': () => pages.shift() ?? 'offline' });
  show(<AuditScreen />);
  await press(words.value.list.more);
  await until(() => expect(document.querySelectorAll('li.row')).toHaveLength(2));
  const rows = [...document.querySelectorAll('li.row')].map((each) => each.textContent);
  expect(rows[0]).toMatch(new RegExp(`^Bola .+ ${words.value.audit.by('Ada')} admin`));
  expect(rows[1]).toContain('Bola new_thing');
  expect(asked.map(({ path }) => path)).toEqual(['console/audit?', 'console/audit?cursor=x']);
});
