/** `POST /_local/accounts`: opens an account for a test or a trial. */
import { accountFault } from '#infra/cli/open-account.ts';
import { DEMO, openLocalAccount } from '#infra/local/local-accounts.ts';
import type { LocalCalls } from './local-call.ts';
import { BadCall, plainJson, readObject } from './plain-json.ts';

export const accountCalls: LocalCalls = {
  'POST /_local/accounts': async ({ body }) => {
    const { name, country = DEMO.country } = readObject(body, ['name', 'country']);
    const fault = accountFault({ name, country });
    if (fault !== undefined) throw new BadCall(fault);
    return plainJson(201, await openLocalAccount({ name: String(name).trim(), country: String(country) }));
  },
};
