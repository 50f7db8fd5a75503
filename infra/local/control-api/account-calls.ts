/** `POST /_local/accounts`: an account of one's own for a test or a try. */
import { accountFault } from '#infra/cli/open-account.ts';
import { DEMO } from '#infra/local/demo-account.ts';
import { openSandboxAccount } from '#infra/local/sandbox-account.ts';
import type { LocalCalls } from './local-call.ts';
import { BadCall, plainJson, readObject } from './plain-json.ts';

export const accountCalls: LocalCalls = {
  'POST /_local/accounts': async ({ body }) => {
    const { name, country = DEMO.country } = readObject(body, ['name', 'country']);
    const fault = accountFault({ name, country });
    if (fault !== undefined) throw new BadCall(fault);
    return plainJson(201, await openSandboxAccount({ name: String(name).trim(), country: String(country) }));
  },
};
