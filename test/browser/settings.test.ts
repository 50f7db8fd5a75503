/** The settings of an account in a real browser with the real local run: what is set, what is refused, and the rules for follow-ups. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { anSvg, aPng } from '#test/domain/logo/images.ts';
import { call, type Instance, sharedDatabase, startInstance, useDataDir } from '#test/infra/local/local-instance.ts';
import {
  addMember,
  adminLink,
  barriers,
  complaints,
  openPage,
  overflow,
  signIn,
  strays,
  useBrowser,
} from './open-browser.ts';

const dataDir = useDataDir();
const browser = useBrowser();
let instance: Instance;
let page: Page;

beforeAll(async () => {
  instance = await startInstance(dataDir, await sharedDatabase());
  page = await open();
  await signIn(page, await adminLink(instance));
});

const open = (options = {}) => openPage({ browser: browser.current, instance }, options);
const go = (at: Page, hash: string) => at.goto(`${instance.ready.baseUrl}/console#/${hash}`);
const button = (at: Page, name: string) => at.getByRole('button', { name, exact: true });
const api = async (path: string) => {
  const { baseUrl, apiKey } = instance.ready;
  return (await call(`${baseUrl}/public/${path}`, 'GET', undefined, apiKey)).body['data'] as Record<string, unknown>;
};

it('an admin sets how the business is reached and when messages go out; the frame and the sample show it', async () => {
  await go(page, 'settings');
  await page.locator('.bubble').first().waitFor();
  await page.getByLabel('Phone', { exact: true }).fill('0803 111 2222');
  await page.getByLabel('Name', { exact: true }).fill('Kobo Foods');
  await page.getByLabel('Messages are sent').selectOption('Only in these hours');
  await page.getByLabel('At most in a week, to one customer').selectOption('2 messages');
  await button(page, 'Save the settings').click();
  const fault = page.locator('#fault-supportPhone');
  await fault.waitFor();
  expect(await fault.textContent()).toBe('Please enter the number with its country code, such as +234 801 234 5678.');
  expect(await barriers(page)).toEqual([]);
  await page.getByLabel('Phone', { exact: true }).fill('+234 803 111 2222');
  await fault.waitFor({ state: 'detached' });
  await button(page, 'Save the settings').click();
  await page.getByText('The settings are saved.').waitFor();
  await page.locator('.bubble', { hasText: '+2348031112222' }).first().waitFor();
  expect(await page.locator('.account').textContent()).toBe('Kobo Foods');
  expect(await page.getByLabel('Phone', { exact: true }).inputValue()).toBe('+2348031112222');
  expect(await api('account')).toMatchObject({
    name: 'Kobo Foods',
    supportPhone: '+2348031112222',
    messageHours: { opens: 9, closes: 17 },
    messagesPerWeek: 2,
    digest: 'on',
  });
  await button(page, 'Save the settings').click();
  await page.getByText('Nothing has changed.').waitFor();
  await go(page, 'audit');
  await page
    .locator('.audit', { hasText: 'You changed the settings messageHours, messagesPerWeek, name, supportPhone' })
    .waitFor();
});

it('an admin puts a logo above pages, is told why another picture cannot be one, and takes it back', async () => {
  await go(page, 'settings');
  const choose = async (name: string, mimeType: string, base64: string) =>
    page.getByLabel('Choose a picture').setInputFiles({ name, mimeType, buffer: Buffer.from(base64, 'base64') });
  await choose('logo.svg', 'image/svg+xml', Buffer.from(anSvg('<a href="#x"/>')).toString('base64'));
  await page.locator('#fault-logo', { hasText: 'must not have the element a' }).waitFor();
  await choose('logo.svg', 'image/svg+xml', Buffer.from(anSvg('<style>@import "x"</style>')).toString('base64'));
  await page.locator('#fault-logo', { hasText: 'would load something from elsewhere' }).waitFor();
  await choose('large.png', 'image/png', Buffer.alloc(65_537).toString('base64'));
  await page.locator('#fault-logo', { hasText: 'more than 64 KB' }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await choose('logo.png', 'image/png', aPng());
  await page.getByText('The logo is saved.').waitFor();
  const shown = page.getByRole('img', { name: 'Logo' });
  await shown.waitFor();
  const width = () => shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth);
  await expect.poll(width).toBe(120);
  await page.locator('#fault-logo').waitFor({ state: 'detached' });
  const { url } = (await api('account'))['logo'] as { url: string };
  expect((await fetch(url, { headers: { accept: '*/*' } })).headers.get('content-type')).toBe('image/png');
  await button(page, 'Remove the logo').click();
  await page.getByText('The logo is removed.').waitFor();
  await shown.waitFor({ state: 'detached' });
});

it('rules are added, refused where no collection would get them, moved and removed; a collection gets them', async () => {
  const narrow = await open({ viewport: { width: 320, height: 640 } });
  onTestFinished(() => narrow.context().close());
  await signIn(narrow, await adminLink(instance));
  await go(narrow, 'settings');
  await narrow.getByText('There are no rules: we choose for every collection.').waitFor();
  // What comes later above the rules would move their buttons away under a finger.
  expect(await narrow.locator('.bubble').count()).toBeGreaterThan(0);
  const add = async (name: string, fill: () => Promise<unknown>) => {
    await button(narrow, 'Add a rule').click();
    await narrow.getByLabel('Name of the rule').fill(name);
    await fill();
    await button(narrow, 'Save the rule').click();
  };
  await add('Large debts', async () => {
    await narrow.getByLabel('Amount from').fill('500,000');
    await narrow.getByLabel('Reminders', { exact: true }).selectOption('None: a person does it');
    expect([await barriers(narrow), await overflow(narrow)]).toEqual([[], 0]);
  });
  await narrow.locator('.rules li', { hasText: 'from NGN 500,000.00None: a person does it' }).waitFor();
  await add('Larger debts', () => narrow.getByLabel('Amount from').fill('600,000'));
  const hidden = 'No collection would ever get this rule: rule 1 comes first and fits all of them.';
  await narrow.getByText(hidden).waitFor();
  await narrow.getByLabel('Amount from').fill('');
  await narrow.getByLabel('Due date').selectOption('Only with a due date');
  await narrow.getByLabel('Days from the due day').fill('−3, 0');
  await narrow.getByLabel('1. channel').selectOption('Email');
  await button(narrow, 'Save the rule').click();
  await narrow
    .locator('.rules li', { hasText: 'Only with a due dateon days -3, 0 from the due day · Email' })
    .waitFor();
  await narrow.getByLabel('More: Larger debts').click();
  await button(narrow, 'Move up').click();
  await narrow.locator('.rules li:first-child', { hasText: 'Larger debts' }).waitFor();
  expect(await overflow(narrow)).toBe(0);
  const { rules } = (await api('follow-up-policy')) as { rules: { name: string }[] };
  expect(rules).toEqual([
    { name: 'Larger debts', when: { dueDate: true }, followUp: { schedule: [-3, 0], channels: ['email'] } },
    { name: 'Large debts', when: { amount: { currency: 'NGN', from: 500_000 } }, followUp: { enabled: false } },
  ]);
  await narrow.getByRole('button', { name: 'Change: Larger debts' }).click();
  expect(await narrow.getByLabel('Days from the due day').inputValue()).toBe('-3, 0');
  await button(narrow, 'Go back').click();
  await narrow.getByLabel('More: Large debts').click();
  await narrow.locator('.more[open]').getByRole('button', { name: 'Remove' }).click();
  await narrow.locator('.rules li', { hasText: 'Large debts' }).waitFor({ state: 'detached' });
  expect(await api('follow-up-policy')).toMatchObject({ rules: [{ name: 'Larger debts' }], version: 4 });
});

it('an admin writes the words of a message, sees what is wrong as it is typed, and takes them back', async () => {
  const narrow = await open({ viewport: { width: 320, height: 640 } });
  onTestFinished(() => narrow.context().close());
  await signIn(narrow, await adminLink(instance));
  await go(narrow, 'settings');
  const text = narrow.getByLabel('Text', { exact: true });
  await narrow.getByLabel('Channel', { exact: true }).selectOption('SMS');
  await narrow.getByLabel('Message', { exact: true }).selectOption('Urgent, late');
  await narrow.locator('.bubble', { hasText: 'is overdue' }).waitFor();
  await text.fill('{{nme}} owes {{amount}} {{payLink}}');
  await narrow.locator('.notice', { hasText: '{{nme}} is no value that there is.' }).waitFor();
  await button(narrow, 'Save the text').click();
  await narrow.locator('#fault-text-body', { hasText: '{{nme}} is no value that there is.' }).waitFor();
  expect([await barriers(narrow), await overflow(narrow)]).toEqual([[], 0]);
  await text.fill('You owe {{amount}} {{payLink}} ');
  await text.press('End');
  await narrow.getByRole('button', { name: 'Insert: optOut' }).click();
  expect(await text.inputValue()).toBe('You owe {{amount}} {{payLink}} {{optOut}}');
  await narrow.locator('.bubble', { hasText: ': You owe NGN 45,000.00 http' }).waitFor();
  await narrow.getByText('2 SMS here, 2 with long names and sums. At most 3.').waitFor();
  await button(narrow, 'Mail it to me').click();
  await narrow.getByText('It is on its way to your mailbox.').waitFor();
  await button(narrow, 'Save the text').click();
  await narrow.getByText('Version 1, ').first().waitFor();
  expect(await api('texts')).toMatchObject({ texts: [{ channel: 'sms', kind: 'urgent_past_due', version: 1 }] });
  await button(narrow, 'Use our words again').click();
  await narrow.getByText('These are our words.').waitFor();
  await narrow.getByText('Earlier versions').click();
  await narrow.getByRole('button', { name: 'Edit version 1' }).click();
  expect(await text.inputValue()).toContain('You owe');
  expect(await api('texts')).toEqual({ texts: [] });
});

it('a rule is tried on what is owed before it is saved, and the agenda says what goes out', async () => {
  const { baseUrl, apiKey } = instance.ready;
  const body = {
    reference: 'tried',
    amount: { value: 900_000, currency: 'NGN' },
    contact: { firstName: 'Ada', lastName: 'Obi', phone: '+2348031234567', email: 'ada@example.com' },
    expiresIn: 10_080,
    payable: { enabled: true, methods: ['payment_link'] },
  };
  await call(`${baseUrl}/public/collections`, 'POST', body, apiKey);
  // The agenda is of the customers whom the relay has kept.
  await expect.poll(() => api('customers?order=outstanding&currency=NGN')).not.toEqual([]);
  await page.reload();
  await go(page, 'settings');
  await page.getByRole('heading', { name: 'What goes out next' }).waitFor();
  const agenda = page.getByRole('region', { name: 'What goes out next' });
  await agenda.getByText('NGN 900,000.00').first().waitFor();
  const rules = await api('follow-up-policy');
  await button(page, 'Add a rule').click();
  await page.getByLabel('Name of the rule').fill('By a person');
  await page.getByLabel('Amount from').fill('800,000');
  await page.getByLabel('Reminders', { exact: true }).selectOption('None: a person does it');
  await button(page, 'Try it first').click();
  const silent = page.getByRole('dialog').getByRole('row', { name: 'Never reminded' });
  await silent.getByRole('cell').nth(1).waitFor();
  expect(await silent.getByRole('cell').allTextContents()).toEqual(['0', '1']);
  expect(await barriers(page)).toEqual([]);
  await button(page, 'Go back').click();
  expect(await api('follow-up-policy')).toEqual(rules);
});

it('a member who is no admin has no settings', async () => {
  const other = await open();
  onTestFinished(() => other.context().close());
  await addMember(page, other, { name: 'An agent', role: 'agent' });
  expect(await other.getByRole('link', { name: 'Settings' }).count()).toBe(0);
});

it('the browser complained of nothing but what the service refused', () => {
  expect(strays).toEqual([]);
  expect(complaints.filter((text) => !/status of 40[0139] /.test(text))).toEqual([]);
});
