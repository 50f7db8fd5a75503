/** A passkey in a real browser with a virtual authenticator: added under Members, used to sign in, refused without the user, and removed. */
import type { CDPSession, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { type Instance, sharedDatabase, startInstance, useDataDir } from '#test/infra/local/local-instance.ts';
import { adminLink, barriers, openPage, signIn, useBrowser } from './open-browser.ts';

const dataDir = useDataDir();
const browser = useBrowser();
let instance: Instance;
let page: Page;
let cdp: CDPSession;
let authenticatorId: string;

/** A passkey belongs to a name: that of this machine. */
const named = (address: string) => address.replace('127.0.0.1', 'localhost');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const verifies = (isUserVerified: boolean) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });

beforeAll(async () => {
  instance = await startInstance(dataDir, await sharedDatabase());
  page = await openPage({ browser: browser.current, instance });
  cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  ({ authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options }));
  await signIn(page, named(await adminLink(instance)));
});

it('a member adds a passkey, signs in with it, and removes it again', async () => {
  await page.goto(`${named(instance.ready.baseUrl)}/console#/members`);
  await page.getByLabel('Device').fill('Laptop');
  await button('Add a passkey').click();
  await page.getByText('Laptop').waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.context().clearCookies();
  await page.goto('about:blank');
  await page.goto(`${named(instance.ready.baseUrl)}/console#/members`);
  await verifies(false);
  await button('Sign in with a passkey').click();
  await page.getByText('No passkey signed you in. Get a link instead.').waitFor();
  expect(await barriers(page)).toEqual([]);
  await verifies(true);
  await button('Sign in with a passkey').click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await page.goto(`${named(instance.ready.baseUrl)}/console#/members`);
  const own = page.locator('.panel', { hasText: 'Your passkeys' });
  await own.getByText('Last used').waitFor();
  await verifies(false);
  await button('Add a passkey').click();
  await page.getByText('Nothing was added: the device did not confirm.').waitFor();
  await button('Remove the passkey Laptop').click();
  await own.getByText('Last used').waitFor({ state: 'detached' });
  await page.goto(`${named(instance.ready.baseUrl)}/console#/audit`);
  await page.locator('.audit', { hasText: 'You removed a passkey Laptop' }).waitFor();
});
