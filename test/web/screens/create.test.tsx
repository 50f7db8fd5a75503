/** A new collection, from a form and from a file: what is sent, what is kept, and what is said of what is refused. */
import { fireEvent } from '@testing-library/dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PHONE_NOT_REACHABLE } from '#lib/domain/follow-up/follow-up.ts';
import { CreateScreen } from '#lib/web/console/app/create-screen.tsx';
import { ImportScreen } from '#lib/web/console/app/import-screen.tsx';
import { said, words } from '#lib/web/console/app/state.ts';
import { serve, writesOf } from '#test/support/console-service.ts';
import {
  button,
  buttons,
  choose,
  field,
  press,
  savedFiles,
  show,
  text,
  textsOf,
  type,
  until,
  useScreen,
} from './screen.ts';

useScreen();
beforeEach(() => {
  sessionStorage.clear();
  location.hash = '#/collections/new';
});

const PREVIEW = 'POST public/follow-ups/preview';
const CREATE = 'POST public/collections';
const slot = (channel: string, body: string) => ({
  slot: 1,
  channel,
  text: body,
  dueAt: '2026-03-03T09:00:00.000Z',
  status: 'planned',
});
const PLAN = { data: { enabled: true, slots: [slot('whatsapp', 'Hello Ada')], removed: [], reasons: [] } };

describe('the form', () => {
  const open = (answers: Parameters<typeof serve>[0] = {}) => {
    const asked = serve({ [PREVIEW]: PLAN, [CREATE]: { status: 201, data: { id: 'pay_9' } }, ...answers });
    show(<CreateScreen />);
    return asked;
  };
  const fill = (reference = 'order-1') => {
    const { create } = words.value;
    const typed = {
      firstName: 'Ada',
      lastName: 'Obi',
      phone: '0803 123 4567',
      email: 'ada@example.com',
      amount: '45,000',
      reference,
    } as const;
    for (const [name, value] of Object.entries(typed)) type(create[name as keyof typeof typed], value);
  };
  const creates = (asked: ReturnType<typeof open>) => asked.filter(({ path }) => path === 'public/collections');
  const submit = () => press(words.value.create.submit);

  it('says what is missing for the plan, shows the plan, and creates the collection once', async () => {
    const asked = open();
    const { create } = words.value;
    expect(text()).toContain(create.planHint);
    fill();
    type(create.email, '');
    await until(() => expect(text()).toContain(create.planMissing(create.email)));
    type(create.email, 'ada@example.com');
    await until(() => expect(text()).toContain('Hello Ada'));
    expect(text()).toContain(create.planCount(1));
    await submit();
    await until(() => expect(location.hash).toBe('#/collections/pay_9'));
    await until(() => expect(said.value).toBe(create.done));
    expect(creates(asked).map(({ body }) => body)).toMatchObject([
      { reference: 'order-1', amount: { value: 45_000, currency: 'NGN' } },
    ]);
    expect(sessionStorage.getItem('draft')).toBeNull();
  });

  it('without an answer is sent again as the same request, and as another one when something has changed', async () => {
    const answers = ['offline' as const, 'offline' as const, { status: 201, data: { id: 'pay_9' } }];
    const asked = open({ [CREATE]: () => answers.shift() ?? 'offline' });
    fill();
    await submit();
    await until(() => expect(text()).toContain(words.value.dialog.unreachable));
    await submit();
    await until(() => expect(creates(asked)).toHaveLength(2));
    type(words.value.create.about, 'Shoes');
    await submit();
    await until(() => expect(location.hash).toBe('#/collections/pay_9'));
    const [first, second, third] = creates(asked).map(({ key }) => key);
    expect([first === second, second === third]).toEqual([true, false]);
  });

  it('keeps what was typed over another screen, and empties it when that is wanted', async () => {
    open();
    fill();
    show(null);
    open();
    expect(field(words.value.create.reference).value).toBe('order-1');
    expect(text()).toContain(words.value.create.kept);
    await press(words.value.create.empty);
    await until(() => expect(field(words.value.create.reference).value).toBe(''));
    expect(sessionStorage.getItem('draft')).toBeNull();
  });

  it('says at its field what is refused, and leads to the collection that has the reference', async () => {
    const answers = [
      {
        status: 400,
        code: 'validation_failed',
        errors: [{ path: 'contact.email', message: 'must be an email address' }],
      },
      { status: 409, code: 'duplicate_reference', message: 'x', existing: { id: 'pay_0' } },
    ];
    open({ [CREATE]: () => answers.shift() ?? 'offline' });
    fill();
    await submit();
    await until(() => expect(field(words.value.create.email).getAttribute('aria-invalid')).toBe('true'));
    await submit();
    await until(() => expect(field(words.value.create.reference).getAttribute('aria-invalid')).toBe('true'));
    expect(document.querySelector('a[href="#/collections/pay_0"]')?.textContent).toBe(words.value.dialog.openExisting);
  });

  it('asks before a phone is saved that nothing reaches', async () => {
    const unreachable = { data: { ...PLAN.data, slots: [], reasons: [PHONE_NOT_REACHABLE] } };
    const asked = open({ [PREVIEW]: unreachable });
    fill();
    await submit();
    await until(() => expect(text()).toContain(words.value.typedPhone.unreachable));
    expect(creates(asked)).toEqual([]);
    await press(words.value.typedPhone.anyway);
    await until(() => expect(creates(asked)).toHaveLength(1));
  });

  it('with a due day asks for no time, and without reminders has no plan', async () => {
    const asked = open({ [PREVIEW]: { data: { ...PLAN.data, slots: [] } } });
    const { create } = words.value;
    fill();
    expect(field(create.time).value).toBe('10080');
    type(create.dueDate, '2026-03-20');
    choose(create.cadence, 'none');
    await until(() => expect(() => field(create.time)).toThrow());
    await until(() => expect(text()).toContain(create.planNone));
    await submit();
    await until(() => expect(creates(asked)).toHaveLength(1));
    expect(creates(asked)[0]?.body).toMatchObject({ dueDate: '2026-03-20', followUp: { enabled: false } });
  });
});

describe('a file', () => {
  const HEAD = 'reference,firstName,lastName,phone,email,amount,currency,dueDate,description';
  const line = (reference: string, amount = '45000') =>
    `${reference},Ada,Obi,0803,ada@example.com,${amount},NGN,2026-03-20,Shoes`;
  const open = (answers: Parameters<typeof serve>[0] = {}) => {
    const asked = serve({ [PREVIEW]: PLAN, [CREATE]: { status: 201, data: { id: 'pay_9' } }, ...answers });
    show(<ImportScreen />);
    return asked;
  };
  const give = (...lines: string[]) => {
    const file = new File([[HEAD, ...lines].join('\n')], 'new.csv');
    fireEvent.change(field(words.value.importing.file), { target: { files: [file] } });
  };
  const rows = () => textsOf('.ledger > li');
  let saved: ReturnType<typeof savedFiles>;
  beforeEach(() => {
    saved = savedFiles();
  });

  it('is checked line by line, what is wrong comes first, and what is right is created once', async () => {
    const answers = [
      { status: 201, data: { id: 'pay_1' } },
      { status: 409, code: 'duplicate_reference', existing: { id: 'pay_0' } },
    ];
    const asked = open({ [CREATE]: () => answers.shift() ?? 'offline' });
    give(line('INV-1'), line('INV-2', 'much'), line('INV-3'));
    const { importing } = words.value;
    await until(() => expect(text()).toContain(importing.counts({ ready: 2, created: 0, exist: 0, open: 1 })));
    expect(rows().map((row) => /INV-\d/.exec(row)?.[0])).toEqual(['INV-2', 'INV-1', 'INV-3']);
    expect(rows()[0]).toContain(
      `much NGN${importing.line(3)} · INV-2 · 20 Mar 2026amount: ${words.value.typedAmount.unclear}`,
    );
    expect(rows()[1]).toContain('NGN 45,000.00');
    await press(importing.create(2));
    await until(() => expect(text()).toContain(importing.counts({ ready: 0, created: 1, exist: 1, open: 1 })));
    expect([...document.querySelectorAll('.ledger a')].map((each) => each.getAttribute('href'))).toEqual([
      '#/collections/pay_1',
      '#/collections/pay_0',
    ]);
    expect(writesOf(asked).filter(({ path }) => path === 'public/collections')).toHaveLength(2);
    expect(buttons()).not.toContain(importing.create(2));
    await press(importing.save);
    const [lines = []] = await saved();
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('INV-2');
    expect(lines[1]).toContain(words.value.typedAmount.unclear);
  });

  it.each([
    ['reference,amount\n1,2', () => words.value.importing.missing('firstName, lastName, phone, email, currency')],
    [HEAD, () => words.value.importing.empty],
    [`${HEAD},amount\n${line('INV-1')},5`, () => words.value.importing.twiceNamed('amount')],
  ])('that begins "%.20s" is not read, and it is said why', async (content, problem) => {
    open();
    const file = new File([content], 'new.csv');
    fireEvent.change(field(words.value.importing.file), { target: { files: [file] } });
    await until(() => expect(document.querySelector('[role=alert]')?.textContent).toBe(problem()));
    expect(rows()).toEqual([]);
    give(line('INV-1'));
    await until(() => expect(rows()).toHaveLength(1));
    expect(document.querySelector('[role=alert]')).toBeNull();
  });

  it('of which something had no answer is created again in that alone', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
    const lost = { status: 503 };
    let isThere = false;
    const asked = open({
      [CREATE]: ({ body }) =>
        (body as { reference: string }).reference === 'INV-2' && !isThere
          ? lost
          : { status: 201, data: { id: 'pay_1' } },
    });
    give(line('INV-1'), line('INV-2'));
    const { importing } = words.value;
    const shown = async (counts: Parameters<typeof importing.counts>[0]) => {
      for (let waits = 0; waits < 100 && !text().includes(importing.counts(counts)); waits += 1)
        await vi.advanceTimersByTimeAsync(1000);
      expect(text()).toContain(importing.counts(counts));
    };
    await shown({ ready: 2, created: 0, exist: 0, open: 0 });
    button(importing.create(2)).click();
    await shown({ ready: 0, created: 1, exist: 0, open: 1 });
    isThere = true;
    button(importing.create(1)).click();
    await shown({ ready: 0, created: 2, exist: 0, open: 0 });
    const references = writesOf(asked).flatMap(({ path, body }) =>
      path === 'public/collections' ? (body as { reference: string }).reference : [],
    );
    expect(references.filter((each) => each === 'INV-1')).toHaveLength(1);
  });

  it('that has taken the place of another one is not changed by what was asked for that', async () => {
    let go = () => {};
    const waits = new Promise<void>((resolve) => {
      go = resolve;
    });
    open();
    const { fetch } = globalThis;
    let calls = 0;
    vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
      calls += 1;
      if (calls === 1) await waits;
      return fetch(...call);
    });
    give(line('INV-1'));
    await until(() => expect(rows()).toHaveLength(1));
    give(line('INV-7'), line('INV-8'));
    const { importing } = words.value;
    await until(() => button(importing.create(2)));
    go();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(rows().map((row) => /INV-\d/.exec(row)?.[0])).toEqual(['INV-7', 'INV-8']);
    expect(text()).toContain(importing.counts({ ready: 2, created: 0, exist: 0, open: 0 }));
  });

  it('to be filled in has the names of the columns', async () => {
    open();
    await press(words.value.importing.template);
    expect((await saved()).flat().join()).toContain(HEAD);
  });
});
