/** Keys, endpoints and deliveries in a real browser with the real local run and its receiver. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { RECEIVER_PATH } from '#infra/local/receiver/receiver.ts';
import { LANGUAGES } from '#lib/words/languages.ts';
import { call, type Instance, sharedDatabase, startInstance, useDataDir } from '#test/infra/local/local-instance.ts';
import { adminLink, barriers, complaints, openPage, overflow, signIn, strays, useBrowser } from './open-browser.ts';

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

it('a key is made for a program, shown once, and refused once it is revoked', async () => {
  await go(page, 'developers');
  await button(page, 'Make a key').click();
  await page.getByLabel('What it is for').fill('Shop server');
  await page.getByLabel('What it may do').selectOption('viewer');
  await page.getByLabel('Holds').selectOption('30 days');
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Make a key' }).click();
  const apiKey = await page.getByLabel('API key', { exact: true }).inputValue();
  expect(await barriers(page)).toEqual([]);
  await button(page, 'Done').click();
  const row = page.locator('.rules li', { hasText: 'Shop server' });
  await row.getByText('Viewer · made').waitFor();
  expect(await page.content()).not.toContain(apiKey);
  const use = async () => (await call(`${instance.ready.baseUrl}/public/account`, 'GET', undefined, apiKey)).status;
  expect(await use()).toBe(200);
  await button(page, 'Revoke: Shop server').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('The key is revoked.').waitFor();
  await row.getByText('revoked').waitFor();
  expect(await use()).toBe(401);
  await go(page, 'audit');
  await page.locator('.audit', { hasText: 'You revoked an API key' }).waitFor();
});

it('a call that was refused is found by its request id, with what was wrong', async () => {
  await go(page, 'developers');
  await page.getByText('None was refused in the last seven days.').waitFor();
  const { baseUrl, apiKey } = instance.ready;
  const answer = await fetch(`${baseUrl}/public/collections`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({ reference: 'refused', amount: { value: -5, currency: 'NGN' } }),
  });
  expect(answer.status).toBe(400);
  await button(page, 'Read again').click();
  const row = page.locator('.rules li', { hasText: String(answer.headers.get('x-request-id')) });
  await row.getByText('400 validation_failed').waitFor();
  expect(await row.textContent()).toContain('amount.value');
  expect(await barriers(page)).toEqual([]);
});

it('an endpoint is added with a secret that is shown once, tried, paused, looked into and deleted', async () => {
  await go(page, 'developers');
  await button(page, 'Add an endpoint').click();
  await page.getByLabel('Address').fill(`${instance.ready.baseUrl}${RECEIVER_PATH}`);
  await page.getByLabel('Events').fill('payment.received, nothing.at.all');
  await page.getByRole('dialog').getByRole('button', { name: 'Add an endpoint' }).click();
  await page.getByText('There is no such event.').waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.getByLabel('Events').fill('*');
  await page.getByRole('dialog').getByRole('button', { name: 'Add an endpoint' }).click();
  expect(await page.getByLabel('Secret', { exact: true }).inputValue()).toMatch(/^whsec_/);
  await button(page, 'Done').click();
  const row = page.locator('.rules li', { hasText: 'all events' });
  await row.getByRole('button', { name: /^Send a ping/ }).click();
  await page.getByText(/^The ping was accepted in \d+ ms/).waitFor();
  await row.locator('.more summary').click();
  await row.getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
  await page.getByLabel('Secret', { exact: true }).waitFor();
  await button(page, 'Done').click();
  const { baseUrl, apiKey } = instance.ready;
  await call(
    `${baseUrl}/public/collections`,
    'POST',
    {
      reference: 'told',
      amount: { value: 100, currency: 'NGN' },
      contact: { firstName: 'Ada', lastName: 'Obi', phone: '+2348035551234', email: 'ada@example.com' },
    },
    apiKey,
  );
  await row.getByRole('link').click();
  await page.getByRole('heading', { name: 'Deliveries' }).waitFor();
  await expect
    .poll(async () => {
      await page.reload();
      await page.locator('.ledger, .empty').waitFor();
      return page.locator('main').textContent();
    })
    .toContain('collection.created delivered');
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('link', { name: 'failed' }).click();
  await page.getByText('Nothing was sent there yet.').waitFor();
  await button(page, 'Send the failed again').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send the failed again' }).click();
  await page.getByText('0 deliveries are sent again.').waitFor();
  await go(page, 'developers');
  await row.getByRole('button', { name: /^Pause/ }).click();
  await row.getByText('you paused it').waitFor();
  await row.getByRole('button', { name: /^Enable/ }).click();
  await row.getByText('enabled').waitFor();
  await row.locator('.more summary').click();
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Your systems are told of nothing yet.').waitFor();
});

it('the screens for developers fit a window of 320 pixels, in every language', async () => {
  const narrow = await open({ viewport: { width: 320, height: 640 } });
  onTestFinished(() => narrow.context().close());
  await signIn(narrow, await adminLink(instance));
  for (const language of LANGUAGES) {
    await narrow.locator('.language select').selectOption(language);
    await go(narrow, 'developers');
    await narrow.locator('main .rules li').first().waitFor();
    expect(await overflow(narrow), language).toBe(0);
  }
});

it('the browser complained of nothing but what the service refused', () => {
  expect(strays).toEqual([]);
  expect(complaints.filter((text) => !/status of 40[0139] /.test(text))).toEqual([]);
});
