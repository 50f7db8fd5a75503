/** The merchant console in a real browser with the real local run: the way in, the list, one collection, and what is sent. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { LANGUAGES } from '#lib/words/languages.ts';
import { call, type Instance, sharedDatabase, startInstance, useDataDir } from '#test/infra/local/local-instance.ts';
import {
  addMember,
  adminLink,
  barriers,
  callFrom,
  complaints,
  focused,
  openPage,
  overflow,
  type Role,
  signIn,
  strays,
  useBrowser,
} from './open-browser.ts';

const dataDir = useDataDir();
const browser = useBrowser();
let instance: Instance;
let admin: Page;

/** A day later at noon in Lagos, so that a reminder may be sent whenever the test runs. */
async function startByDay(): Promise<void> {
  const now = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 'yyyy-mm-dd'.length)}T11:00:00.000Z`;
  await call(`${instance.ready.baseUrl}/_local/clock`, 'POST', { now });
}

beforeAll(async () => {
  instance = await startInstance(dataDir, await sharedDatabase());
  await startByDay();
  admin = await open();
  await signIn(admin, await adminLink(instance));
});

const open = (options = {}) => openPage({ browser: browser.current, instance }, options);

async function openFor(role: Role): Promise<{ page: Page; id: string }> {
  const page = await open();
  onTestFinished(() => page.context().close());
  return { page, ...(await addMember(admin, page, { name: `The ${role}`, role })) };
}

const api = async (method: string, path: string, body?: object) => {
  const { baseUrl, apiKey } = instance.ready;
  return (await call(`${baseUrl}/public/${path}`, method, body, apiKey)).body['data'] as Record<string, unknown>;
};

/** Each collection has a customer of its own: one person gets only so many messages. */
let customers = 0;
async function create(fields: { reference?: string; firstName?: string } = {}): Promise<string> {
  customers += 1;
  const { reference = randomUUID(), firstName = 'Ada' } = fields;
  const phone = `+23480355${String(10_000 + customers)}`;
  const { id } = await api('POST', 'collections', {
    reference,
    amount: { value: 45_000, currency: 'NGN' },
    contact: { firstName, lastName: 'Obi', phone, email: `c${customers}@example.com` },
    expiresIn: 4320,
    payable: { enabled: true, methods: ['payment_link'] },
    metadata: { description: 'Two pairs of shoes' },
  });
  return String(id);
}

/** The customer says on the payment page that all is paid in cash. */
async function claim(id: string, given: Record<string, string> = {}): Promise<void> {
  const { payable } = (await api('GET', `collections/${id}`)) as { payable: { options: { link?: string }[] } };
  const link = payable.options.flatMap((option) => option.link ?? [])[0] ?? '';
  const paidOn = ((await call(`${instance.ready.baseUrl}/_local/clock`)).body['now'] as string).slice(0, 10);
  const form = new URLSearchParams({ method: 'claim', paidOn, amount: '45000', how: 'cash', ...given });
  expect((await fetch(link, { method: 'POST', body: form })).status).toBe(200);
}

const go = (page: Page, hash: string) => page.goto(`${instance.ready.baseUrl}/console#/${hash}`);

async function show(page: Page, id: string): Promise<void> {
  await go(page, `collections/${id}`);
  await page.locator('.timeline').waitFor();
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Goes on by the keyboard until the focus is on this text, and presses Enter. */
async function pressOn(page: Page, name: string): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed += 1) {
    await page.keyboard.press('Tab');
    const { text, outline } = await focused(page);
    if (text.trim() !== name) continue;
    expect(outline).toBeGreaterThanOrEqual(2);
    await page.keyboard.press('Enter');
    return;
  }
  throw new Error(`The keyboard does not reach ${name}`);
}

describe('the way in', () => {
  it('opening a link to the console spends nothing, a click signs in once, and the link leaves the address', async () => {
    const link = await adminLink(instance);
    for (const page of [await open(), await open()]) {
      await page.goto(link);
      await button(page, 'Sign in').waitFor();
      await page.context().close();
    }
    const page = await open();
    await signIn(page, link);
    expect(page.url()).not.toContain('enter');
    const other = await open();
    await other.goto(link);
    await button(other, 'Sign in').click();
    await other.getByRole('heading', { name: 'This link was used already, or has expired' }).waitFor();
    expect(await other.locator('main').textContent()).toContain('members link');
    expect(await barriers(other)).toEqual([]);
    await Promise.all([page.context().close(), other.context().close()]);
  });

  it('after signing out the way back shows nothing of the customers', async () => {
    const id = await create({ firstName: 'Zainab' });
    const { page } = await openFor('viewer');
    await show(page, id);
    await button(page, 'Sign out').click();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    expect(await page.locator('body').textContent()).not.toContain('Zainab');
  });

  it('a member who is removed reads at the next click that nobody is signed in, at the same address', async () => {
    const id = await create();
    const { page, id: memberId } = await openFor('agent');
    await show(page, id);
    expect((await callFrom(admin, 'DELETE', `/console/members/${memberId}`)).status).toBe(200);
    await button(page, 'Record a payment').click();
    await button(page, 'Record it').click();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    expect(page.url()).toContain(id);
    expect((await api('GET', `collections/${id}`))['balance']).toMatchObject({ received: { value: 0 } });
  });

  it('a session that ends loses nothing that was typed: after a link by email the form goes on', async () => {
    const { page, id } = await openFor('agent');
    const email = `${randomUUID()}@shop.example`;
    await callFrom(admin, 'PATCH', `/console/members/${id}`, { email });
    await go(page, 'collections/new');
    await page.getByLabel('First name').fill('Zainab');
    await page.context().clearCookies();
    // The preview of the plan may be refused first, and the form is hidden then: the click comes all the same.
    await page.locator('button', { hasText: /^Create the collection$/ }).dispatchEvent('click');
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    expect(await page.getByLabel('First name').isVisible()).toBe(false);
    await page.getByLabel('Your email address').fill(email);
    await button(page, 'Send me a link').click();
    await page.getByText('a link is on its way').waitFor();
    const { body } = await call(`${instance.ready.baseUrl}/_local/messages`);
    const sent = body as unknown as { to: string; text: string }[];
    const mail = sent.findLast(({ to }) => to === email)?.text ?? '';
    const other = await page.context().newPage();
    await signIn(other, /http\S+/.exec(mail)?.[0] ?? '');
    await page.getByRole('heading', { name: 'New collection' }).waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Zainab');
    await page.reload();
    await page.getByText('What you typed before is still here.').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Zainab');
  });
});

describe('roles', () => {
  it('a viewer sees a collection without buttons, and the service refuses what is sent without them', async () => {
    const id = await create();
    const { page } = await openFor('viewer');
    await show(page, id);
    expect(await page.locator('.actions').count()).toBe(0);
    const { status } = await callFrom(page, 'POST', `/public/collections/${id}/follow-ups/send`, {});
    expect(status).toBe(403);
    await go(page, 'collections');
    await page.locator('.list').waitFor();
    expect(await page.getByRole('link', { name: 'New collection' }).count()).toBe(0);
    await go(page, 'members');
    await page.getByRole('heading', { name: 'The viewer you' }).waitFor();
    expect(await button(page, 'Add somebody').count()).toBe(0);
  });

  it('an agent is not offered to cancel, and an admin is', async () => {
    const id = await create();
    const { page } = await openFor('agent');
    await show(page, id);
    await page.locator('.more summary').click();
    await button(page, 'Mark as paid').waitFor();
    expect(await button(page, 'Cancel it').count()).toBe(0);
    await show(admin, id);
    await admin.locator('.more summary').click();
    await button(admin, 'Cancel it').waitFor();
  });
});

it('a sum of the first screen leads to the collections that it adds up, and its file has the same numbers', async () => {
  const page = await open();
  onTestFinished(() => page.context().close());
  await signIn(page, await adminLink(instance));
  for (const value of [20_000, 17_000]) {
    const { id } = await api('POST', 'collections', {
      reference: randomUUID(),
      amount: { value, currency: 'XOF' },
      contact: { firstName: 'Awa', lastName: 'Diop', phone: '+221771234567', email: 'awa@example.com' },
      dueDate: '2026-01-31',
    });
    await api('POST', `collections/${id}/payments`, {
      amount: { value: 2000, currency: 'XOF' },
      method: 'cash',
      transaction: String(id),
    });
  }
  const shown = () => page.locator('.tile', { hasText: 'Late' }).locator('.tile-sum').textContent();
  await expect
    .poll(async () => {
      await call(`${instance.ready.baseUrl}/_local/clock`, 'POST', { advanceMinutes: 10 });
      await go(page, `home?currency=XOF&${randomUUID()}`);
      await page.reload();
      await page.locator('.home, .empty').waitFor();
      return (await page.locator('.tile').count()) > 0 ? shown() : '';
    })
    .toBe('XOF\u00a033,000');
  expect(await barriers(page)).toEqual([]);
  const owed = page.locator('.panel', { hasText: 'Owed, by how late it is' });
  const [download] = await Promise.all([page.waitForEvent('download'), owed.getByRole('button').click()]);
  expect(await readFile(await download.path(), 'utf8')).toContain('over_90,33000,2\r\n');
  await owed.getByRole('link', { name: 'over 90 days' }).click();
  await page.getByText('2 collections', { exact: true }).waitFor();
  const sums = () => page.locator('.list .sum .open-sum').allTextContents();
  await expect.poll(sums).toEqual(['XOF\u00a015,000', 'XOF\u00a018,000']);
  await page.goBack();
  await page.getByRole('link', { name: 'XOF 4,000 recorded by hand' }).click();
  await page.getByRole('heading', { name: 'Payments', exact: true }).waitFor();
  await expect.poll(() => page.locator('.list .open-sum').allTextContents()).toEqual(Array(2).fill('XOF\u00a02,000'));
  await page.getByText('XOF 4,000 received').waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download as CSV').click()]);
  expect((await readFile(await file.path(), 'utf8')).split('\r\n')).toHaveLength(4);
});

describe('the list', () => {
  it('a filter is in the address: a reload keeps it, and the way back restores the one before', async () => {
    const reference = `order-${randomUUID()}`;
    await create({ reference });
    await go(admin, 'collections');
    await admin.getByRole('link', { name: 'Paid', exact: true }).click();
    await expect.poll(() => admin.getByRole('searchbox').inputValue()).toBe('');
    await admin.getByRole('searchbox').fill(reference);
    await admin.keyboard.press('Enter');
    // A search leaves the status: it is for one that may have any.
    await admin.getByText('1 collection', { exact: true }).waitFor();
    await admin.getByRole('link', { name: 'Unpaid', exact: true }).click();
    await expect.poll(() => admin.locator('.chips [aria-current]').textContent()).toBe('Unpaid');
    await admin.getByText('1 collection', { exact: true }).waitFor();
    await admin.reload();
    await admin.getByText('1 collection', { exact: true }).waitFor();
    expect(await admin.getByRole('searchbox').inputValue()).toBe(reference);
    await admin.getByRole('link', { name: 'Paid', exact: true }).click();
    await admin.getByText('Nothing matches these filters').waitFor();
    await admin.goBack();
    await admin.getByText('1 collection', { exact: true }).waitFor();
    expect(await admin.locator('.chips [aria-current]').textContent()).toBe('Unpaid');
    await admin.locator('.list a').click();
    await admin.getByRole('link', { name: 'All collections' }).click();
    await admin.getByText('1 collection', { exact: true }).waitFor();
  });

  it('a filter is saved by name, until it is forgotten; rows tell the last and the next reminder', async () => {
    const reference = `order-${randomUUID()}`;
    await create({ reference });
    await go(admin, `collections?${new URLSearchParams({ q: reference, status: 'unpaid' })}`);
    await admin.locator('.list').waitFor();
    const [last, next] = [admin.locator('.list .reminder-cell').nth(2), admin.locator('.list .reminder-cell').nth(3)];
    await expect.poll(() => next.textContent()).toMatch(/\d/);
    expect(await last.textContent()).toBe('');
    await button(admin, 'Save this filter').click();
    await admin.keyboard.type('To call');
    await admin.keyboard.press('Enter');
    await go(admin, 'collections');
    await admin.reload();
    await admin.getByRole('link', { name: 'To call' }).click();
    await admin.getByText('1 collection', { exact: true }).waitFor();
    expect(await admin.getByRole('searchbox').inputValue()).toBe(reference);
    expect(await barriers(admin)).toEqual([]);
    await button(admin, 'Forget “To call”').click();
    await expect.poll(() => admin.getByRole('link', { name: 'To call' }).count()).toBe(0);
  });

  it('the file has exactly what the filter shows, and a name that begins like a formula is text in it', async () => {
    const reference = `=cmd-${randomUUID()}`;
    await create({ reference, firstName: '=1+1' });
    await go(admin, `collections?${new URLSearchParams({ q: reference, status: 'unpaid' })}`);
    await admin.locator('.list').waitFor();
    const [download] = await Promise.all([admin.waitForEvent('download'), button(admin, 'Download as CSV').click()]);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`,'${reference},pending,45000,NGN,0,45000,'=1+1,Obi,`);
    await admin.getByText('The file has 1 collections.').waitFor();
  });
});

it('a customer has one sum and one conversation over all collections, and is corrected and stopped once for all', async () => {
  const firstName = `Chidi${randomUUID().slice(0, 8)}`;
  const contact = { firstName, lastName: 'Obi', phone: '+2348035590001', email: `${firstName}@example.com` };
  const references = [randomUUID(), randomUUID()];
  const ids: string[] = [];
  for (const reference of references) {
    const amount = { value: 45_000, currency: 'NGN' };
    ids.push(String((await api('POST', 'collections', { reference, amount, contact, expiresIn: 43_200 }))['id']));
  }
  const byName = `customers?${new URLSearchParams({ q: firstName.toUpperCase().slice(0, -2) })}`;
  await expect
    .poll(async () => {
      await go(admin, byName);
      await admin.reload();
      await admin.locator('.list, .empty').waitFor();
      return admin.locator('.list .open-sum').allTextContents();
    })
    .toEqual(['NGN\u00a090,000.00']);
  await admin.getByRole('link', { name: firstName }).click();
  await admin.locator('.sums', { hasText: '2 collections' }).waitFor();
  await admin.locator('.timeline').waitFor();
  const told = await admin.locator('.timeline').textContent();
  for (const reference of references) expect(told).toContain(reference);
  await button(admin, 'Correct the contact').click();
  await admin.getByLabel('Phone').fill('+2348035590002');
  await button(admin, 'Save').click();
  await admin.getByText('The contact is corrected.').waitFor();
  await button(admin, 'Stop all reminders').click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Stop all reminders' }).click();
  await admin.getByText('All reminders to this customer are stopped.').waitFor();
  for (const id of ids) {
    expect((await api('GET', `collections/${id}`))['contact']).toMatchObject({ phone: '+2348035590002' });
    const { slots } = (await api('GET', `collections/${id}/follow-ups`)) as { slots: { status: string }[] };
    expect(slots.filter(({ status }) => status === 'planned')).toEqual([]);
  }
});

it('what a customer says is waiting under Today, is taken, decided on and gone, and the payment is recorded once', async () => {
  const id = await create({ firstName: 'Kofi' });
  await claim(id, { transaction: '4711' });
  const item = admin.locator('.attention li', { hasText: 'Kofi' });
  await expect
    .poll(async () => {
      await go(admin, 'today');
      await admin.reload();
      await admin.locator('.attention, .empty').waitFor();
      return item.count();
    })
    .toBe(1);
  await admin.locator('nav .count').waitFor();
  await item.locator('.item-line').click();
  await item.getByRole('button', { name: 'Take it' }).click();
  await item.getByText('Taken by You').waitFor();
  await item.getByRole('button', { name: 'Note' }).click();
  await admin.getByRole('dialog').getByRole('textbox', { name: 'Note' }).fill('Calls us on Friday');
  await admin.getByRole('dialog').getByRole('button', { name: 'Keep' }).click();
  await item.getByText('Calls us on Friday').waitFor();
  await item.getByRole('button', { name: 'Write' }).click();
  await admin.getByRole('dialog').getByRole('textbox', { name: 'Message' }).fill('Thank you, we look for it.');
  expect(await barriers(admin)).toEqual([]);
  await admin.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await admin.getByText('The message is sent.').waitFor();
  await item.getByRole('button', { name: 'The money is here' }).click();
  expect(await barriers(admin)).toEqual([]);
  await admin.getByRole('dialog').getByRole('button', { name: 'The money is here' }).click();
  await admin.getByText('The payment is recorded.').waitFor();
  await expect
    .poll(async () => {
      await admin.reload();
      await admin.locator('.attention, .empty').waitFor();
      return item.count();
    })
    .toBe(0);
  const { balance, events } = (await api('GET', `collections/${id}`)) as CollectionResponse;
  expect(balance.received.value).toBe(45_000);
  expect(events.find(({ type }) => type === 'message.sent')?.data?.text).toBe('Thank you, we look for it.');
});

it('Today is worked off by keys: what is done can be taken back, and the focus is where the work goes on', async () => {
  const claimed: string[] = [];
  for (const firstName of ['Efua', 'Femi']) {
    const id = await create({ firstName });
    await claim(id);
    claimed.push(id);
  }
  const lines = admin.locator('.item-line', { hasText: /Efua|Femi/ });
  await expect
    .poll(async () => {
      await go(admin, 'today');
      await admin.reload();
      await admin.locator('.attention, .empty').waitFor();
      return lines.count();
    })
    .toBe(2);
  const [first, second] = [lines.filter({ hasText: 'Efua' }), lines.filter({ hasText: 'Femi' })];
  expect(await admin.title()).toBe('Today – Demo Shop');
  await first.focus();
  await admin.keyboard.press('Enter');
  expect(await first.getAttribute('aria-expanded')).toBe('true');
  await admin.keyboard.press('e');
  await admin.getByText('It is off the list.').waitFor();
  expect(await first.count()).toBe(0);
  expect((await focused(admin)).text).toContain('Femi');
  await admin.keyboard.press('z');
  await admin.getByText('It is on the list again.').waitFor();
  expect((await focused(admin)).text).toContain('Efua');
  await admin.keyboard.press('j');
  expect((await focused(admin)).text).toContain('Femi');
  await second.click();
  await admin.locator('.item', { has: second }).getByRole('button', { name: 'Done' }).click();
  await button(admin, 'Undo').click();
  await admin.getByText('It is on the list again.').waitFor();
  expect(await lines.count()).toBe(2);
  for (const id of claimed) {
    await api('PATCH', `collections/${id}/status`, { status: 'cancelled' });
  }
});

it('an admin begins to measure what reminders bring, knows what it costs, and ends it; nobody else can', async () => {
  await create();
  const held = async () => (await api('GET', 'insights/experiment'))['holdOut'];
  const seen = async (page: Page) => {
    await go(page, 'home');
    await page.reload();
    await page.locator('.home, .empty').waitFor();
    return page.locator('.home').count();
  };
  await expect.poll(() => seen(admin)).toBe(1);
  expect(await held()).toBe(0);
  await button(admin, 'Measure it').click();
  expect(await barriers(admin)).toEqual([]);
  await admin.getByRole('dialog').getByRole('button', { name: 'Begin' }).click();
  await admin.getByText('From now on it is measured.').waitFor();
  expect(await held()).toBe(0.1);
  const { page: agent } = await openFor('agent');
  await expect.poll(() => seen(agent)).toBe(1);
  expect(await button(agent, 'End it').count()).toBe(0);
  await button(admin, 'End it').click();
  await admin.getByRole('dialog').getByRole('button', { name: 'End it' }).click();
  await admin.getByText('It is ended: it holds for no new debt.').waitFor();
  expect(await held()).toBe(0);
});

it('a sum that is proposed is typed over, and a screen has the name of what is on it', async () => {
  const reference = randomUUID();
  const id = await create({ reference, firstName: 'Gifty' });
  await show(admin, id);
  expect(await admin.title()).toBe(`Gifty Obi · ${reference} – Demo Shop`);
  await button(admin, 'Record a payment').click();
  await admin.keyboard.type('15000');
  expect(await admin.getByRole('dialog').getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('15000');
  await admin.keyboard.press('Escape');
});

it('a file is checked line by line, what is right in it is created once, and the rest is given back to be corrected', async () => {
  await go(admin, 'collections');
  await admin.getByRole('link', { name: 'From a file' }).click();
  const [taken, fresh] = [randomUUID(), randomUUID()];
  await create({ reference: taken });
  const year = new Date().getUTCFullYear() + 1;
  const line = (reference: string, email: string, amount: string) =>
    `${reference};Ngozi;Eze;08035599001;${email};${amount};NGN;31/12/${year};Rent`;
  const text = [
    'reference;firstName;lastName;phone;email;amount;currency;dueDate;description',
    line(fresh, 'ngozi@example.com', '12.500,50'),
    line(taken, 'ngozi@example.com', '100'),
    line(randomUUID(), 'no-address', '1.500'),
    line(randomUUID(), 'no-address', '100'),
  ].join('\r\n');
  const buffer = Buffer.from(text);
  await admin.getByLabel('CSV file').setInputFiles({ name: 'debts.csv', mimeType: 'text/csv', buffer });
  await admin.getByText('Ready: 2. Created: 0. Already there: 0. To be corrected: 2.').waitFor();
  await admin.getByText('amount: This could be two amounts.').waitFor();
  await admin.getByText('email: ').waitFor();
  expect(await barriers(admin)).toEqual([]);
  await button(admin, 'Create 2 collections').click();
  await admin.getByText('Ready: 0. Created: 1. Already there: 1. To be corrected: 2.').waitFor();
  const [download] = await Promise.all([
    admin.waitForEvent('download'),
    button(admin, 'Save the lines to be corrected').click(),
  ]);
  expect((await readFile(await download.path(), 'utf8')).split('\r\n')).toHaveLength(4);
  const found = (await api('GET', `collections?reference=${fresh}`)) as unknown as CollectionResponse[];
  expect(found).toMatchObject([
    { amount: { value: 12_500.5 }, dueDate: `${year}-12-31`, contact: { firstName: 'Ngozi' } },
  ]);
});

it('one payment is recorded over the debts of a customer, the oldest first', async () => {
  const contact = { firstName: 'Uche', lastName: 'Obi', phone: '+2348035550001', email: 'uche@example.com' };
  const ask = async (reference: string, dueDate: string) => {
    const amount = { value: 30_000, currency: 'NGN' };
    return (await api('POST', 'collections', { reference, amount, contact, dueDate })) as { contact: { id: string } };
  };
  const later = `later ${randomUUID()}`;
  const sooner = `sooner ${randomUUID()}`;
  const { contact: of } = await ask(later, '2027-06-30');
  await ask(sooner, '2027-05-31');
  await go(admin, `customers/${of.id}`);
  await button(admin, 'Record a payment').click();
  const amount = admin.getByLabel('Amount in NGN');
  await amount.fill('60,001');
  await admin.getByText('NGN\u00a01.00 more than is owed in all.').waitFor();
  await amount.fill('40,000');
  await admin.getByText(`${later}: NGN\u00a010,000.00 of NGN\u00a030,000.00`).waitFor();
  expect(await barriers(admin)).toEqual([]);
  await admin.getByRole('dialog').getByRole('button', { name: 'Record it' }).click();
  await admin.getByRole('dialog').waitFor({ state: 'detached' });
  await admin.locator('.sums', { hasText: 'NGN\u00a020,000.00' }).waitFor();
  await button(admin, 'Record a payment').click();
  await amount.fill('20,000');
  await admin.getByRole('dialog').getByRole('button', { name: 'Record it' }).click();
  await admin.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await button(admin, 'Record a payment').count()).toBe(0);
});

describe('several collections at once', () => {
  const rowOf = (name: string) => admin.locator('tr', { hasText: name });

  it('those that are ticked are paused together, and what is refused is named and stays ticked', async () => {
    const [first, second] = [await create({ firstName: 'Sevone' }), await create({ firstName: 'Sevone' })];
    const ended = await create({ firstName: 'Sevone' });
    await api('PATCH', `collections/${ended}/status`, { status: 'cancelled' });
    await expect
      .poll(async () => {
        await go(admin, 'collections?q=Sevone');
        await admin.reload();
        await admin.locator('.list, .empty').first().waitFor();
        return admin.locator('.list tbody tr').count();
      })
      .toBe(3);
    await admin.getByText('NGN\u00a090,000.00 left', { exact: true }).waitFor();
    await admin.getByLabel('Tick all that are shown').check();
    await admin.getByText('3 ticked').waitFor();
    expect(await barriers(admin)).toEqual([]);
    await button(admin, 'Pause reminders').click();
    expect(await barriers(admin)).toEqual([]);
    await admin.getByRole('dialog').getByRole('button', { name: 'Pause reminders' }).click();
    await admin.getByRole('dialog', { name: '1 was refused' }).waitFor();
    expect(await admin.getByRole('dialog').getByRole('link').getAttribute('href')).toContain(ended);
    await button(admin, 'Go back').click();
    await admin.getByText('1 ticked').waitFor();
    for (const id of [first, second]) expect(await api('GET', `collections/${id}/follow-ups`)).toHaveProperty('paused');
    await button(admin, 'Tick none').click();
    await admin.getByText('ticked').waitFor({ state: 'detached' });
    await rowOf('Sevone').nth(1).getByRole('checkbox').check();
    await rowOf('Sevone').nth(2).getByRole('checkbox').check();
    await button(admin, 'Move the due date').click();
    await admin.getByLabel('Due on').fill('2027-12-31');
    await admin.getByRole('dialog').getByRole('button', { name: 'Move the due date' }).click();
    await admin.getByRole('dialog').waitFor({ state: 'detached' });
    for (const id of [first, second])
      expect(await api('GET', `collections/${id}`)).toHaveProperty('dueDate', '2027-12-31');
  });

  it('who may change nothing ticks nothing', async () => {
    await create();
    const { page } = await openFor('viewer');
    await go(page, 'collections');
    await page.locator('.list tbody tr').first().waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
  });
});

describe('one collection', () => {
  it('markup in names, references and descriptions stays text', async () => {
    const id = await create({ reference: `<script>1</script>${randomUUID()}`, firstName: '<img src=x>' });
    await show(admin, id);
    expect(await admin.getByRole('heading', { level: 1 }).textContent()).toBe('<img src=x> Obi');
    expect(await admin.locator('main img, main script').count()).toBe(0);
  });

  it('the reminder that is shown before it is sent is the one that the customer gets', async () => {
    const id = await create();
    await show(admin, id);
    await button(admin, 'Remind now').click();
    const text = await admin.locator('.preview .bubble').textContent();
    const to = await admin.locator('.preview figcaption').textContent();
    expect((await callFrom(admin, 'GET', '/public/collections')).status).toBe(200);
    const sent = async () => {
      const { body } = await call(`${instance.ready.baseUrl}/_local/messages`);
      return (body as unknown as { collectionId: string; text: string; to: string }[]).filter(
        ({ collectionId }) => collectionId === id,
      );
    };
    expect(await sent()).toEqual([]);
    await button(admin, 'Send it').click();
    await admin.getByText('The reminder goes out within a minute').waitFor();
    await call(`${instance.ready.baseUrl}/_local/clock`, 'POST', { advanceMinutes: 2 });
    await expect.poll(async () => (await sent()).length).toBe(1);
    const [message] = await sent();
    expect(message?.text).toBe(text);
    expect(to).toContain(message?.to);
    await expect.poll(async () => (await focused(admin)).text).toBe('Remind now');
  });

  it('a credit lowers what is left, and the rest is written off with its reason, of what has expired, too', async () => {
    const id = await create();
    await show(admin, id);
    await admin.locator('.more summary').click();
    await button(admin, 'Give a credit').click();
    await admin.getByLabel('Credit, in NGN').fill('5000');
    await admin.getByLabel('Why').selectOption('Goods were returned');
    await button(admin, 'Give the credit').click();
    await admin.getByText('A credit of', { exact: false }).first().waitFor();
    const { balance } = (await api('GET', `collections/${id}`)) as { balance: { credited: { value: number } } };
    expect(balance.credited.value).toBe(5_000);
    await api('PATCH', `collections/${id}/status`, { status: 'expired' });
    await show(admin, id);
    await admin.locator('.more summary').click();
    await button(admin, 'Write it off').click();
    await admin.getByLabel('Note, for your people only').fill('moved abroad');
    await admin.getByRole('dialog').getByRole('button', { name: 'Write it off' }).click();
    await admin.locator('.one-head .status.cancelled').waitFor();
    const { events } = (await api('GET', `collections/${id}`)) as { events: { type: string; data?: object }[] };
    expect(events.find(({ type }) => type === 'collection.cancelled')?.data).toMatchObject({
      reason: 'bad_debt',
      note: 'moved abroad',
    });
  });

  it('a collection that was paid in the meantime cannot be cancelled: that is said, and the view is fresh', async () => {
    const id = await create();
    await show(admin, id);
    await admin.locator('.more summary').click();
    await button(admin, 'Cancel it').click();
    await api('PATCH', `collections/${id}/status`, { status: 'completed' });
    await button(admin, 'Cancel the collection').click();
    await admin.getByText('This is not possible any more: its status has changed.').waitFor();
    await admin.locator('.one-head .status.completed').waitFor();
  });

  it('while the service does not answer that is said, nothing typed is lost, and trying again works', async () => {
    const id = await create();
    await show(admin, id);
    await button(admin, 'Record a payment').click();
    await admin.getByLabel('Note').fill('by hand');
    await admin.route('**/public/**', (route) => route.abort());
    await button(admin, 'Record it').click();
    await admin.getByText('The service did not answer.').waitFor();
    await admin.unroute('**/public/**');
    await button(admin, 'Try again').click();
    await admin.locator('.ledger', { hasText: 'by hand' }).waitFor();
  });
});

it('the plan beside the form is the plan of the collection that is created', async () => {
  await go(admin, 'collections/new');
  const fields = { 'First name': 'Bola', 'Last name': 'Ade', Phone: '+2348035567001', Amount: '1,000' };
  for (const [label, value] of Object.entries({ ...fields, Email: 'bola@example.com' })) {
    await admin.getByLabel(label, { exact: true }).fill(value);
  }
  await admin.locator('.aside .entry').first().waitFor();
  await button(admin, 'Create the collection').click();
  await admin.locator('#fault-reference').waitFor();
  await admin.getByLabel('Your reference').fill(randomUUID());
  await expect.poll(() => admin.locator('.aside .entry').count()).toBeGreaterThan(0);
  const previewed = await admin.locator('.aside .entry').count();
  await button(admin, 'Create the collection').click();
  await admin.locator('.one').waitFor();
  const { slots } = (await api('GET', `collections/${admin.url().split('/').at(-1)}/follow-ups`)) as {
    slots: unknown[];
  };
  expect(slots.length).toBe(previewed);
});

it('with the keyboard alone a member creates a collection, reminds, and cancels, and the focus comes back', async () => {
  await go(admin, 'collections/new');
  await expect.poll(async () => (await focused(admin)).text).toBe('New collection');
  // The currency is filled in; what it is for may stay empty.
  for (const text of ['Musa', 'Bello', '+2348035567002', 'musa@example.com', '500', '', '', randomUUID()]) {
    await admin.keyboard.press('Tab');
    await admin.keyboard.type(text);
  }
  await pressOn(admin, 'Create the collection');
  await admin.locator('.timeline .now').waitFor();
  await pressOn(admin, 'Remind now');
  await admin.locator('.preview').waitFor();
  await pressOn(admin, 'Send it');
  await admin.getByText('The reminder goes out within a minute').waitFor();
  await expect.poll(async () => (await focused(admin)).text).toBe('Remind now');
  await pressOn(admin, 'More');
  await pressOn(admin, 'Cancel it');
  await admin.getByRole('dialog').waitFor();
  await pressOn(admin, 'Cancel the collection');
  await admin.locator('.one-head .status.cancelled').waitFor();
  // The button is gone with what it did.
  await expect.poll(async () => await focused(admin)).toMatchObject({ name: 'H1' });
});

it('an admin adds a colleague, whose link is shown once; the last admin cannot be made less; all of it is in the audit', async () => {
  await go(admin, 'members');
  await button(admin, 'Add somebody').click();
  await admin.getByLabel('Name').fill('Grace <b>Eze</b>');
  await button(admin, 'Add and make a link').click();
  const link = await admin.getByLabel('Link to sign in').inputValue();
  await button(admin, 'Done').click();
  expect(await admin.content()).not.toContain(link);
  const grace = await open({ locale: 'fr-FR' });
  await signIn(grace, link);
  expect(await grace.locator('.name').textContent()).toBe('Grace <b>Eze</b>Agent');
  await admin.getByLabel('Role of You').selectOption('Viewer');
  await admin.getByText('This is the last admin.').waitFor();
  await go(admin, 'audit');
  await admin.locator('.audit', { hasText: 'Grace <b>Eze</b> signed in' }).waitFor();
  await grace.context().close();
});

it('a member prints the statement of a customer and the receipt of a payment: the same sums, without barriers, on the narrowest screen, too', async () => {
  const id = await create({ firstName: 'Ngozi' });
  const paid = { amount: { value: 20_000, currency: 'NGN' }, method: 'cash', transaction: `till-${id}` };
  const payment = await api('POST', `collections/${id}/payments`, paid);
  const { contact } = (await api('GET', `collections/${id}`)) as { contact: { id: string } };
  const page = await open({ viewport: { width: 320, height: 640 } });
  onTestFinished(() => page.context().close());
  await signIn(page, await adminLink(instance));
  await go(page, `customers/${contact.id}`);
  await page.getByRole('link', { name: 'Statement of account' }).click();
  const table = page.locator('.numbers');
  await table.waitFor();
  expect(await table.locator('td:last-child').allTextContents()).toEqual(
    [0, 45_000, 25_000, 25_000].map((value) => `NGN\u00a0${value.toLocaleString('en')}.00`),
  );
  expect(await page.locator('.paper').textContent()).toContain('Ngozi Obi');
  expect([await barriers(page), await overflow(page)]).toEqual([[], 0]);
  await go(page, `collections/${id}`);
  await page.getByRole('link', { name: 'Receipt', exact: true }).click();
  await page.getByRole('heading', { name: 'Receipt' }).waitFor();
  await page.getByText('NGN\u00a020,000.00', { exact: true }).waitFor();
  expect(await page.locator('.facts').textContent()).toContain(String(payment['id']).slice(4, 14).toUpperCase());
  expect([await barriers(page), await overflow(page)]).toEqual([[], 0]);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.top, .back, .actions, .curl').filter({ visible: true }).count()).toBe(0);
});

describe('every screen', () => {
  const screens = async () => [
    'home',
    'today',
    'customers',
    'activity',
    'collections',
    'collections/new',
    'collections/import',
    'payments',
    `collections/${await create()}`,
    'members',
    'settings',
    'developers',
    'audit',
  ];

  it('no screen and no dialog of the console has a barrier that axe finds, in light and dark mode', async () => {
    for (const screen of await screens()) {
      await go(admin, screen);
      await admin.locator('main .panel, main .list, main .attention, main .empty').first().waitFor();
      expect(await barriers(admin), screen).toEqual([]);
    }
    await show(admin, await create());
    for (const name of ['Remind now', 'Record a payment', 'Promised to pay', 'Pause reminders']) {
      await button(admin, name).click();
      await admin.locator('dialog .button.main').waitFor();
      expect(await barriers(admin), name).toEqual([]);
      await admin.keyboard.press('Escape');
      await admin.locator('dialog').waitFor({ state: 'detached' });
    }
  });

  it('the amount and the due day are corrected and a cancelled one is opened again, by dialogs without barriers that fit 320 pixels', async () => {
    const narrow = await open({ viewport: { width: 320, height: 640 } });
    onTestFinished(() => narrow.context().close());
    await signIn(narrow, await adminLink(instance));
    const id = await create();
    await show(narrow, id);
    const due = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 'yyyy-mm-dd'.length);
    const dialogs = [
      { action: 'Correct the amount', label: 'Amount in NGN', value: '40,000', done: 'The amount is corrected.' },
      { action: 'Move the due date', label: 'Due on', value: due, done: 'The due date is moved.' },
    ];
    for (const { action, label, value, done } of dialogs) {
      await narrow.locator('.more summary').click();
      await button(narrow, action).click();
      await narrow.getByLabel(label).fill(value);
      expect(await barriers(narrow), action).toEqual([]);
      expect(await overflow(narrow), action).toBe(0);
      await button(narrow, 'Save').click();
      await narrow.getByText(done).waitFor();
    }
    await api('PATCH', `collections/${id}/status`, { status: 'cancelled' });
    await narrow.reload();
    await button(narrow, 'Open it again').click();
    expect(await barriers(narrow), 'Open it again').toEqual([]);
    expect(await overflow(narrow), 'Open it again').toBe(0);
    await narrow.getByRole('dialog').getByRole('button', { name: 'Open it again' }).click();
    await narrow.getByText('The customer can pay again.').waitFor();
    const { status, amount, dueDate } = await api('GET', `collections/${id}`);
    expect({ status, amount, dueDate }).toEqual({
      status: 'pending',
      amount: { value: 40_000, currency: 'NGN' },
      dueDate: due,
    });
  });

  it('the menu of a collection fits a window of 320 pixels, and closes by Escape', async () => {
    const narrow = await open({ viewport: { width: 320, height: 640 } });
    onTestFinished(() => narrow.context().close());
    await signIn(narrow, await adminLink(instance));
    await show(narrow, await create());
    await narrow.locator('.more summary').click();
    await button(narrow, 'Cancel it').waitFor();
    expect(await overflow(narrow)).toBe(0);
    await narrow.keyboard.press('Escape');
    await button(narrow, 'Cancel it').waitFor({ state: 'hidden' });
  });

  it('no table of the first screen is wider than its panel at 1280 pixels, in every language', async () => {
    const page = await open({ viewport: { width: 1280, height: 800 } });
    onTestFinished(() => page.context().close());
    await signIn(page, await adminLink(instance));
    for (const language of LANGUAGES) {
      await page.locator('.language select').selectOption(language);
      await go(page, 'home');
      await page.locator('.numbers-frame').first().waitFor();
      const wider = `[...document.querySelectorAll('.numbers-frame, .heat')].filter((each) => each.scrollWidth > each.clientWidth).length`;
      expect(await page.evaluate(wider), language).toBe(0);
    }
  });

  it('every screen of the console fits a window of 320 pixels, in every language', async () => {
    const narrow = await open({ viewport: { width: 320, height: 640 } });
    await signIn(narrow, await adminLink(instance));
    for (const screen of await screens()) {
      await go(narrow, screen);
      for (const language of LANGUAGES) {
        await narrow.locator('.language select').selectOption(language);
        await narrow.locator(`:root[lang="${language}"]`).waitFor();
        await narrow.locator('main .panel, main .list, main .attention, main .empty').first().waitFor();
        expect(await overflow(narrow), `${language} ${screen}`).toBe(0);
      }
    }
    await narrow.context().close();
  });
});

it('the console speaks French where the browser does, and keeps the language that was chosen', async () => {
  const page = await open({ locale: 'fr-FR' });
  await signIn(page, await adminLink(instance));
  await go(page, 'collections');
  await page.getByRole('link', { name: 'Impayées' }).waitFor();
  await page.getByRole('combobox', { name: 'Langue' }).selectOption('English');
  await page.reload();
  await page.getByRole('link', { name: 'Unpaid' }).waitFor();
  expect(await page.evaluate('document.documentElement.lang')).toBe('en');
  await page.context().close();
});

it('the console asked no other host for anything, and the browser complained of nothing but what the service refused', () => {
  expect(strays).toEqual([]);
  const refused = /status of 40[0139] |net::ERR_FAILED/;
  expect(complaints.filter((text) => !refused.test(text))).toEqual([]);
});
