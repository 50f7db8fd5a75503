/** The logo of an account on a real table: set, served, shown on pages and in emails, replaced and taken back. */
import type { APIGatewayProxyResult, Context } from 'aws-lambda';
import { expect, it } from 'vitest';
import { setLogo } from '#functions/api/set-logo.ts';
import { showLogo } from '#functions/payment/show-logo.ts';
import { AccountResponse } from '#lib/contract/account.ts';
import { API_KEY } from '#lib/domain/audit.ts';
import { judgeLogo } from '#lib/domain/logo/judge-logo.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { listAudit } from '#lib/store/member/audit.ts';
import { table } from '#lib/store/table/live-table.ts';
import { changeLogo } from '#lib/use-cases/change-logo.ts';
import { anSvg, aPng } from '#test/domain/logo/images.ts';
import { service } from '#test/support/a-service.ts';
import { aTenant, type Tenant, useTenants } from '#test/support/accounts.ts';
import { anApiEvent } from '#test/support/api-event.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';

useTable();
useTenants();
const logs = captureLogs();
keepLogsPrivate(logs);

const set = setLogo(service);
const show = showLogo(service);
const put = ({ key }: Tenant, image: unknown) => invoke(set, { method: 'PUT', key, body: { image } });
const logoOf = async (tenant: Tenant, image: unknown) => dataOf(await put(tenant, image), AccountResponse).logo;
const fileOf = (logo: { url: string } | null) => logo?.url.split('/').at(-1) ?? '';
const served = (file: string): Promise<APIGatewayProxyResult> =>
  show(anApiEvent({ parameters: { file } }) as never, {} as Context);

it('a logo is served as it was given, to all who have its address, and for ever', async () => {
  const tenant = await aTenant();
  const image = aPng();
  const logo = await logoOf(tenant, image);
  expect(logo).toEqual({ url: expect.stringMatching(/\/logo\/\w{10}-\w{32}\.png$/), width: 120, height: 40 });
  const { statusCode, headers, body, isBase64Encoded } = await served(fileOf(logo));
  expect({ statusCode, body, isBase64Encoded }).toEqual({ statusCode: 200, body: image, isBase64Encoded: true });
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
  });
});

it('another logo takes its place, and the first stays where messages show it', async () => {
  const tenant = await aTenant();
  const first = await logoOf(tenant, aPng());
  const second = await logoOf(tenant, Buffer.from(anSvg()).toString('base64'));
  expect(fileOf(second)).toMatch(/\.svg$/);
  expect((await served(fileOf(first))).statusCode).toBe(200);
  expect((await served(fileOf(second))).headers).toMatchObject({ 'content-type': 'image/svg+xml' });
  expect(await logoOf(tenant, null)).toBeNull();
  expect((await getAccount(table, tenant.account.id))?.logo).toBeUndefined();
  expect(await logoOf(tenant, aPng())).toEqual(first);
});

it('what changes is in the audit, once for each change', async () => {
  const tenant = await aTenant();
  for (const image of [null, aPng(), aPng(), null, null]) await put(tenant, image);
  const { entries } = await listAudit(table, tenant.account.id, { limit: 10 });
  expect(entries.map(({ what, detail }) => [what, detail])).toEqual([
    ['settings_changed', 'logo'],
    ['settings_changed', 'logo'],
  ]);
  expect(logs.events().filter((event) => event === 'settings_changed')).toHaveLength(2);
});

it('an image that cannot be a logo is refused, and the logo stays', async () => {
  const tenant = await aTenant();
  const logo = await logoOf(tenant, aPng());
  const faults = async (image: unknown) => (await put(tenant, image)).body.errors;
  const script = Buffer.from(anSvg('<script/>')).toString('base64');
  expect(await faults(script)).toEqual([{ path: 'image', message: 'must not have the element script' }]);
  const large = Buffer.alloc(65 * 1024, 1).toString('base64');
  expect(await faults(large)).toEqual([{ path: 'image', message: 'must be at most 65536 bytes, and has 66560' }]);
  for (const wrong of ['', 'no base64!', 7, undefined]) expect(await faults(wrong)).toMatchObject([{ path: 'image' }]);
  expectRefusal(await put(tenant, 'A'.repeat(300_000)), { status: 413, code: 'payload_too_large' });
  expect((await getAccount(table, tenant.account.id))?.logo?.file).toBe(fileOf(logo));
});

it('an account that is gone meanwhile has no logo', async () => {
  const { account } = await aTenant();
  const ports = { saveLogo: async () => false, recordAudit: () => Promise.reject(new Error('audited')) };
  const change = changeLogo(ports, account, judgeLogo(aPng()), { by: API_KEY, now: new Date() });
  await expect(change).rejects.toMatchObject({ code: 'invalid_api_key' });
});

it.each(['unknown.png', `0a1b2c3d4e-${'0'.repeat(32)}.png`])('%s is not found', async (file) => {
  expect((await served(file)).statusCode).toBe(404);
});
