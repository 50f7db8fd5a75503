/** `GET /_local/console-link`: a fresh one-time link to the merchant console of the demo account; a browser is led there. */

import { buildConsole } from '#infra/bundling/bundle-app.ts';
import { accountFault } from '#infra/cli/manage-accounts.ts';
import { DEMO, openLocalAccount, signInLink } from '#infra/local/local-accounts.ts';
import type { ConsoleAssets } from '#lib/web/console/assets.ts';
import type { LocalCalls } from './local-call.ts';
import { BadCall, plainJson, readObject } from './local-call.ts';

export const accountCalls: LocalCalls = {
  'POST /_local/accounts': async ({ body }) => {
    const { name, country = DEMO.country } = readObject(body, ['name', 'country']);
    const fault = accountFault({ name, country });
    if (fault !== undefined) throw new BadCall(fault);
    return plainJson(201, await openLocalAccount({ name: String(name).trim(), country: String(country) }));
  },
};

let built: Promise<ConsoleAssets> | undefined;

/** The merchant console is built from its source when it is first opened. */
export function builtConsole(): Promise<ConsoleAssets> {
  built ??= import('esbuild').then(({ buildSync }) => buildConsole(buildSync));
  return built;
}

export const consoleCalls = ({ account, baseUrl }: { account: string; baseUrl: string }): LocalCalls => ({
  'GET /_local/console-link': async ({ headers }) => {
    const made = await signInLink(account, baseUrl);
    const answer = plainJson(200, made);
    const isBrowser = headers.accept?.includes('text/html') === true;
    return isBrowser ? { ...answer, statusCode: 303, headers: { ...answer.headers, location: made.link } } : answer;
  },
});
