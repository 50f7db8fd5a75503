/** The settings of an account: the form, the rules for follow-ups, the merchant's own words, the logo, and what goes out next. */
import { fireEvent } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { accountExample } from '#lib/contract/account-texts.ts';
import { AgendaPanel } from '#lib/web/console/app/forecast-panel.tsx';
import { LogoPanel } from '#lib/web/console/app/logo-panel.tsx';
import { RulesPanel } from '#lib/web/console/app/rules-panel.tsx';
import { SettingsScreen } from '#lib/web/console/app/settings-screen.tsx';
import { said, session, words } from '#lib/web/console/app/state.ts';
import { TextsPanel } from '#lib/web/console/app/texts-panel.tsx';
import { settingsWords as texts } from '#lib/words/en/settings.ts';
import { answerWith, serve, writesOf } from '#test/support/console-service.ts';
import {
  button,
  buttons,
  choose,
  field,
  press,
  show,
  text,
  textOf,
  textsOf,
  tick,
  type,
  until,
  useScreen,
} from './screen.ts';

useScreen();

const STALE = { status: 409, code: 'concurrent_change', message: 'Changed meanwhile' };

describe('the form', () => {
  const PROVIDERS = [
    { slug: 'paystack', name: 'Paystack', enabled: true },
    { slug: 'old', name: 'Old one', enabled: false },
  ];
  const slot = (channel: string, text: string) => ({ slot: 1, channel, text });
  const open = (answers: Parameters<typeof serve>[0] = {}) => {
    const asked = serve({
      'GET public/account': { data: { ...accountExample, logo: null, defaultProvider: null, messageHours: null } },
      'GET public/follow-up-policy': { data: { rules: [], version: 0 } },
      'GET public/providers': { data: PROVIDERS },
      'GET public/follow-ups/agenda': { data: { isDone: true, cost: null, days: [] } },
      'GET public/texts/': { data: OURS },
      'POST public/texts/': { data: { text: '', segments: null } },
      'POST public/follow-ups/preview': {
        data: { slots: [slot('whatsapp', 'First'), slot('sms', 'Second'), slot('whatsapp', 'Third')] },
      },
      ...answers,
    });
    show(<SettingsScreen />);
    return asked;
  };

  it('shows the first message of each channel, and sends what was changed alone', async () => {
    const asked = open({ 'PATCH public/account': { data: { ...accountExample, name: 'Kobo Stores' } } });
    await until(() => expect(text()).toContain(texts.sample));
    expect([...document.querySelectorAll('.aside .bubble')].slice(0, 2).map((each) => each.textContent)).toEqual([
      'First',
      'Second',
    ]);
    expect(text()).not.toContain('Third');
    await press(texts.save);
    await until(() => expect(said.value).toBe(texts.unchanged));
    type(texts.name, ' Kobo Stores ');
    choose(texts.hours, 'own');
    await until(() => expect([field(texts.opens).value, field(texts.closes).value]).toEqual(['9', '17']));
    choose(texts.opens, '10');
    expect([...field(texts.defaultProvider).querySelectorAll('option')].map(({ value }) => value)).toEqual([
      '',
      'paystack',
    ]);
    await press(texts.save);
    await until(() => expect(said.value).toBe(texts.saved));
    const [change] = writesOf(asked).filter(({ path }) => path === 'public/account');
    expect(change?.body).toEqual({ name: 'Kobo Stores', messageHours: { opens: 10, closes: 17 } });
    expect(typeof session.value === 'string' || session.value.account.name).toBe('Kobo Stores');
    said.value = '';
    type(texts.legalName, 'Kobo Limited');
    await until(() => expect(field(texts.legalName).value).toBe('Kobo Limited'));
    button(texts.save).click();
    type(texts.address, 'typed meanwhile');
    await until(() => expect(said.value).toBe(texts.saved));
    expect(field(texts.address).value).toBe('typed meanwhile');
  });

  it('leaves a provider that is switched off to choose while it is the one that is set', async () => {
    open({ 'GET public/account': { data: { ...accountExample, logo: null, defaultProvider: 'old' } } });
    await until(() => expect(field(texts.defaultProvider).value).toBe('old'));
    const options = [...field(texts.defaultProvider).querySelectorAll('option')];
    expect(options.map(({ value }) => value)).toEqual(['', 'paystack', 'old']);
  });

  it('says at its field what is refused, and goes without a sample that cannot be read', async () => {
    open({
      'POST public/follow-ups/preview': { status: 400 },
      'PATCH public/account': {
        status: 400,
        code: 'validation_failed',
        errors: [{ path: 'promiseDays', message: 'must be at most 90' }],
      },
    });
    await until(() => field(texts.promiseDays));
    type(texts.promiseDays, '91');
    await press(texts.save);
    await until(() => expect(text()).toContain('This must be at most 90.'));
    expect(field(texts.promiseDays).getAttribute('aria-invalid')).toBe('true');
  });
});

describe('the rules', () => {
  const rule = (name: string, followUp: object = {}) => ({ name, when: {}, followUp });
  const open = (names: string, answers: Parameters<typeof answerWith> = [{ data: {} }]) => {
    const asked = answerWith(...answers);
    const shown = (rules: object[], version: number) =>
      show(<RulesPanel texts={texts} policy={{ rules, version } as never} reload={reload} />);
    let next: [object[], number] | undefined;
    const reload = async () => next && shown(...next);
    shown(
      [...names].map((name) => rule(name)),
      7,
    );
    return {
      asked,
      becomes: (rules: object[], version: number) => {
        next = [rules, version];
      },
    };
  };
  const sent = (body: unknown) => {
    const { rules, version } = body as { rules: { name: string }[]; version: number };
    return [rules.map(({ name }) => name).join(''), version];
  };
  const more = (label: string, nth: number) =>
    [...document.querySelectorAll<HTMLElement>('.pop')][nth]?.querySelectorAll('button').forEach((each) => {
      if (each.textContent === label) each.click();
    });

  it('are moved up one by one, and removed', async () => {
    const { asked } = open('abc', [{ data: {} }, { data: {} }]);
    more(texts.up, 2);
    await until(() => expect(said.value).toBe(texts.rulesSaved));
    more(texts.remove, 1);
    await until(() => expect(asked).toHaveLength(2));
    expect(asked.map(({ body }) => sent(body))).toEqual([
      ['acb', 7],
      ['ac', 7],
    ]);
    expect([...document.querySelectorAll('.pop')][0]?.textContent).not.toContain(texts.up);
  });

  it('that somebody else has changed meanwhile are shown as they are, and what stands in the way is said', async () => {
    open('ab', [STALE, { status: 403, code: 'forbidden' }, 'offline']);
    more(texts.remove, 0);
    await until(() => expect(said.value).toBe(texts.stale));
    more(texts.remove, 0);
    await until(() => expect(said.value).toBe(words.value.refused['forbidden']));
    more(texts.remove, 0);
    await until(() => expect(said.value).toBe(words.value.dialog.unreachable));
  });

  it('one is changed in its place, wherever others have moved it meanwhile', async () => {
    const { asked, becomes } = open('abc', [STALE, { data: {} }]);
    becomes([rule('c'), rule('b')], 8);
    await press(texts.of(texts.edit, 'b'));
    choose(texts.what, 'none');
    await press(texts.saveRule);
    await until(() => expect(text()).toContain(words.value.refused['concurrent_change']));
    await press(texts.saveRule);
    await until(() => expect(said.value).toBe(texts.rulesSaved));
    expect(asked.map(({ body }) => sent(body))).toEqual([
      ['abc', 7],
      ['cb', 8],
    ]);
    expect(asked[1]?.body).toMatchObject({ rules: [{}, { followUp: { enabled: false } }] });
  });

  it('one that others have removed meanwhile is a new one, behind the last', async () => {
    const { asked, becomes } = open('ab', [STALE, { data: {} }]);
    becomes([rule('c')], 8);
    await press(texts.of(texts.edit, 'a'));
    await press(texts.saveRule);
    await until(() => expect(text()).toContain(words.value.refused['concurrent_change']));
    await press(texts.saveRule);
    await until(() => expect(asked.map(({ body }) => sent(body))[1]).toEqual(['ca', 8]));
  });

  it('one is added behind the last', async () => {
    const { asked } = open('ab');
    await press(texts.addRule);
    type(texts.ruleName, 'Large debts');
    type(texts.from, '100,000');
    await until(() => field(texts.currency));
    choose(texts.dueDate, 'yes');
    type(texts.schedule, '-3, 7');
    await press(texts.saveRule);
    await until(() => expect(asked).toHaveLength(1));
    const large = {
      name: 'Large debts',
      when: { amount: { from: 100_000, currency: 'NGN' }, dueDate: true },
      followUp: { schedule: [-3, 7] },
    };
    expect(asked[0]?.body).toEqual({ rules: [rule('a'), rule('b'), large], version: 7 });
  });

  it('what is refused stands at the field of the rule, and none of another rule', async () => {
    const errors = [
      { path: 'rules.1.when.amount.below', message: 'must be above from' },
      { path: 'rules.0.name', message: 'must not be the name of another rule' },
    ];
    open('ab', [{ status: 400, code: 'validation_failed', errors }]);
    await press(texts.of(texts.edit, 'b'));
    await press(texts.saveRule);
    await until(() => expect(field(texts.below).getAttribute('aria-invalid')).toBe('true'));
    expect(field(texts.ruleName).getAttribute('aria-invalid')).toBeNull();
  });

  it('one is tried before it is saved: what it would change stands beside what is in force, and can be measured', async () => {
    const side = (messages: number) => ({
      ...{ messages, neverMentioned: 0, peopleAtCap: 0, movedByHours: 0, debts: 12, people: 9 },
      cost: { value: messages, currency: 'USD' },
    });
    const rehearsal = (isDone: boolean) => ({ id: 'r1', isDone, inForce: side(30), proposed: side(20) });
    const { asked } = open('a', [{ data: { rehearsal: rehearsal(true) } }, { data: {} }]);
    await press(texts.of(texts.edit, 'a'));
    await press(texts.forecast.rehearse);
    await until(() => expect(text()).toContain(texts.forecast.compared(12, 9)));
    const rows = textsOf('dialog tbody tr');
    expect(rows).toEqual([
      `${texts.forecast.messages}3020`,
      ...[texts.forecast.neverMentioned, texts.forecast.peopleAtCap, texts.forecast.movedByHours].map(
        (each) => `${each}00`,
      ),
      `${texts.forecast.cost}USD 30.00USD 20.00`,
    ]);
    await press(texts.forecast.measure);
    await press(texts.forecast.measureSubmit);
    await until(() => expect(text()).toContain(texts.forecast.measured));
    expect(asked[1]?.body).toMatchObject({ holdOut: 0, variant: { share: 0.5, rules: [{ name: 'a' }] } });
  });
});

const OURS = {
  ...{ subject: null, body: 'Hello {{firstName}}', template: null, version: 0, changedAt: null, versions: [] },
  placeholders: [
    { name: 'firstName', isNeeded: false },
    { name: 'payLink', isNeeded: true },
  ],
};
const saved = (version: number, body: string) => ({
  ...{ ...OURS, body, version, changedAt: '2026-03-01T10:00:00.000Z', changedBy: { name: 'Bola' } },
});

describe('own words', () => {
  const PATH = 'public/texts/en/email/gentle';
  const preview = { data: { text: 'Hello Ada', segments: 2, longestSegments: 3 } };
  const open = (answers: Parameters<typeof serve>[0]) => {
    const asked = serve({ [`POST ${PATH}/preview`]: preview, ...answers });
    show(<TextsPanel texts={texts} />);
    return asked;
  };
  const body = () => field(texts.texts.body);

  it('are ours at first, are tried as they are typed, and saved as the next version', async () => {
    let shown: object = OURS;
    const asked = open({
      [`GET ${PATH}`]: () => ({ data: shown }),
      [`PUT ${PATH}`]: () => {
        shown = saved(1, 'Good day {{firstName}}');
        return { data: shown };
      },
    });
    await until(() => expect(text()).toContain(texts.texts.ours));
    expect(buttons()).not.toContain(texts.texts.takeBack);
    await until(() => expect(text()).toContain(texts.texts.parts(2, 3)));
    type(texts.texts.body, 'Good day {{firstName}}');
    await press(texts.texts.save);
    await until(() => expect(text()).toContain('Version 1'));
    expect(said.value).toBe(texts.texts.saved);
    expect(writesOf(asked).find(({ method }) => method === 'PUT')).toEqual({
      method: 'PUT',
      path: PATH,
      body: { body: 'Good day {{firstName}}', version: 0 },
    });
    button(texts.texts.takeBack);
  });

  it('that are typed stay when somebody else has saved others, and take their place when they are saved again', async () => {
    let shown: object = OURS;
    const answers = [STALE, { data: saved(2, 'Mine') }];
    const asked = open({
      [`GET ${PATH}`]: () => ({ data: shown }),
      [`PUT ${PATH}`]: () => {
        shown = saved(1, 'Theirs');
        return answers.shift() ?? 'offline';
      },
    });
    await until(() => body());
    type(texts.texts.body, 'Mine');
    await press(texts.texts.save);
    await until(() => expect(text()).toContain(words.value.refused['concurrent_change']));
    await until(() => expect(text()).toContain('Version 1'));
    expect(body().value).toBe('Mine');
    await press(texts.texts.save);
    await until(() => expect(said.value).toBe(texts.texts.saved));
    const puts = writesOf(asked).filter(({ method }) => method === 'PUT');
    expect(puts.map((each) => each.body)).toEqual([
      { body: 'Mine', version: 0 },
      { body: 'Mine', version: 1 },
    ]);
  });

  it('are taken back, and earlier ones are edited again', async () => {
    const shown = { ...saved(2, 'Second'), versions: [saved(1, 'First')] };
    const asked = open({ [`GET ${PATH}`]: { data: shown }, [`DELETE ${PATH}`]: { data: OURS } });
    await until(() => expect(body().value).toBe('Second'));
    await press(texts.texts.useOf(1));
    await until(() => expect(body().value).toBe('First'));
    await press(texts.texts.takeBack);
    await until(() => expect(said.value).toBe(texts.texts.taken));
    expect(body().value).toBe(OURS.body);
    said.value = '';
    button(texts.texts.takeBack).click();
    type(texts.texts.body, 'typed meanwhile');
    await until(() => expect(said.value).toBe(texts.texts.taken));
    expect(body().value).toBe('typed meanwhile');
    expect(writesOf(asked).some(({ method }) => method === 'DELETE')).toBe(true);
  });

  it('are mailed to who writes them, or it is said why not', async () => {
    const answers = [
      { data: { mailed: true } },
      { data: { mailed: false } },
      { status: 400, code: 'validation_failed', errors: [{ path: 'email', message: 'is missing' }] },
      { status: 503 },
    ];
    open({
      [`GET ${PATH}`]: { data: OURS },
      'POST console/texts/en/email/gentle/trial': () => answers.shift() ?? 'offline',
    });
    await until(() => body());
    for (const expected of [texts.texts.trialSent, texts.texts.trialNotSent, texts.texts.trialNoAddress]) {
      await press(texts.texts.trial);
      await until(() => expect(said.value).toBe(expected));
    }
    await press(texts.texts.trial);
    await until(() => expect(text()).toContain(words.value.dialog.unreachable));
  });

  it('have a value put in where the reader types, and what is refused stands beside them', async () => {
    const errors = [{ path: 'body', message: 'must have {{payLink}}' }];
    const refused = { status: 400, code: 'validation_failed', errors };
    open({ [`GET ${PATH}`]: { data: OURS }, [`PUT ${PATH}`]: refused, [`POST ${PATH}/preview`]: refused });
    await until(() => body());
    (body() as unknown as HTMLTextAreaElement).setSelectionRange(6, 19);
    await press(`${texts.texts.insert}: payLink`);
    await until(() => expect(body().value).toBe('Hello {{payLink}}'));
    await until(() => expect(text()).toContain(texts.texts.refused.missing('payLink')));
    expect(body().getAttribute('aria-invalid')).toBeNull();
    await press(texts.texts.save);
    await until(() => expect(body().getAttribute('aria-invalid')).toBe('true'));
  });

  it('are shown as they were typed last, whichever answer comes last', async () => {
    let go = () => {};
    const waits = new Promise<void>((resolve) => {
      go = resolve;
    });
    const asked = open({
      [`GET ${PATH}`]: { data: OURS },
      [`POST ${PATH}/preview`]: ({ body }) => ({
        data: { text: `Shown: ${(body as { body: string }).body}`, segments: null },
      }),
    });
    await until(() => expect(text()).toContain('Shown: Hello'));
    const { fetch } = globalThis;
    let held = 0;
    vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
      if (String(call[1]?.body).includes('first')) {
        held += 1;
        await waits;
      }
      return fetch(...call);
    });
    type(texts.texts.body, 'first');
    await until(() => expect(held).toBe(1));
    type(texts.texts.body, 'second');
    await until(() => expect(text()).toContain('Shown: second'));
    go();
    await until(() => expect(asked.filter(({ path }) => path.endsWith('/preview'))).toHaveLength(3));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(text()).toContain('Shown: second');
  });

  it('of another channel and language have what that has', async () => {
    const template = { name: 'kobo_v1', language: 'fr', button: false };
    const asked = open({
      [`GET ${PATH}`]: { data: OURS },
      'GET public/texts/fr/whatsapp/gentle': { data: { ...OURS, template } },
      'POST public/texts/fr/whatsapp/gentle/preview': preview,
      'PUT public/texts/fr/whatsapp/gentle': { data: saved(1, 'x') },
    });
    await until(() => body());
    choose(texts.texts.channel, 'whatsapp');
    choose(texts.texts.language, 'fr');
    await until(() => expect(field(texts.texts.template).value).toBe('kobo_v1'));
    tick(texts.texts.button);
    await press(texts.texts.save);
    await until(() => expect(said.value).toBe(texts.texts.saved));
    const put = writesOf(asked).find(({ method }) => method === 'PUT');
    expect(put?.body).toEqual({ body: OURS.body, template: { ...template, button: true }, version: 0 });
  });
});

describe('the logo', () => {
  const LOGO = { url: 'https://pay.example/logo/l_1.png', width: 40, height: 20, type: 'png' };
  const open = (logo: object | null) => {
    const reload = vi.fn(async () => {});
    show(<LogoPanel texts={texts} logo={logo as never} reload={reload} />);
    return reload;
  };
  const give = (bytes: number) =>
    fireEvent.change(field(texts.chooseLogo), { target: { files: [new File([new Uint8Array(bytes)], 'logo.png')] } });

  it('is sent as it is chosen, removed, and refused in words', async () => {
    const reload = open(LOGO);
    expect(document.querySelector('img')?.getAttribute('src')).toBe('logo/l_1.png');
    const errors = [{ path: 'image', message: 'is a PNG that cannot be read' }];
    const asked = answerWith({ data: {} }, { data: {} }, { status: 400, code: 'validation_failed', errors }, 'offline');
    give(3);
    await until(() => expect(said.value).toBe(texts.logoSaved));
    await press(texts.removeLogo);
    await until(() => expect([said.value, reload.mock.calls.length]).toEqual([texts.logoRemoved, 2]));
    expect(asked.map(({ body }) => body)).toEqual([{ image: 'AAAA' }, { image: null }]);
    give(3);
    await until(() => expect(text()).toContain('This PNG cannot be read.'));
    give(3);
    await until(() => expect(text()).toContain(words.value.dialog.unreachable));
  });

  it('of more than 64 KB is not sent', async () => {
    open(null);
    const asked = answerWith();
    give(64 * 1024 + 1);
    await until(() => expect(text()).toContain(texts.logoTooLarge));
    expect([asked.length, buttons()]).toEqual([0, []]);
    const sent = answerWith({ data: {} });
    give(64 * 1024);
    await until(() => expect(sent).toHaveLength(1));
  });
});

describe('what goes out next', () => {
  const day = (cost: object | null) => ({
    ...{ date: '2026-03-03', messages: 3, owed: [{ value: 50, currency: 'NGN' }], cost },
    channels: [
      { channel: 'whatsapp', messages: 2 },
      { channel: 'sms', messages: 1 },
    ],
  });
  const row = () => textOf(document.querySelector('tbody tr'));

  it('is told by day, with its cost where there is one, and can be looked at again while it is counted', async () => {
    const cost = { value: 0.5, currency: 'USD' };
    answerWith(
      { data: { isDone: false, cost, days: [day(cost), day(null)] } },
      { data: { isDone: true, cost: null, days: [day(null)] } },
    );
    show(<AgendaPanel texts={texts} />);
    await until(() => expect(row()).toBe('Tue 3 Mar3WhatsApp 2 · SMS 1NGN 50.00USD 0.50'));
    expect(textOf(document.querySelector('tbody tr:last-child'))).toMatch(/NGN 50.00–$/);
    expect(text()).toContain(texts.forecast.counting);
    await press(texts.forecast.again);
    await until(() => expect(row()).toBe('Tue 3 Mar3WhatsApp 2 · SMS 1NGN 50.00'));
    expect([text().includes(texts.forecast.agendaIntro), buttons()]).toEqual([true, []]);
  });
});
