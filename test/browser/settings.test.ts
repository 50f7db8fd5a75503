/** The settings of an account in a real browser with the real local run: what is set, what is refused, and the rules for follow-ups. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
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

it('rules are added, refused where no collection would get them, moved and removed; a collection gets them', async () => {
  const narrow = await open({ viewport: { width: 320, height: 640 } });
  onTestFinished(() => narrow.context().close());
  await signIn(narrow, await adminLink(instance));
  await go(narrow, 'settings');
  await narrow.getByText('There are no rules: we choose for every collection.').waitFor();
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
