/** /console/keys: GET lists the API keys of the account, POST makes one and shows it once, DELETE revokes one. */
import { newAuditEntry } from '#lib/domain/audit.ts';
import { shownKey } from '#lib/domain/checked-token.ts';
import { apiKeyNotFound, invalidApiKey } from '#lib/domain/errors.ts';
import type { By } from '#lib/domain/member.ts';
import { DAY_MS } from '#lib/domain/time/time-units.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { byRoute } from '#lib/http/open-endpoint.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { listApiKeys, revokeApiKey, saveApiKey } from '#lib/store/account/api-keys.ts';
import { guardedCallers } from '#lib/store/account/callers.ts';
import { recordAudit } from '#lib/store/member/audit.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { makeKey } from '#lib/use-cases/manage-keys.ts';

const keys = { getAccount, listApiKeys, saveApiKey, revokeApiKey, recordAudit };
const needs = { ...service, ...storeOf(table, { ...guardedCallers, ...keys }) };

type Needs = typeof needs;

export const consoleKeys = (deps: Needs) =>
  byRoute({
    'GET /console/keys': list(deps),
    'POST /console/keys': make(deps),
    'DELETE /console/keys/{id}': revoke(deps),
  });

const list = (deps: Needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'API keys retrieved successfully' },
    acceptsKeys: false,
    load: ({ account }) => deps.listApiKeys(account),
    run: ({ now }, found) => ({ data: found.toReversed().map((key) => shownKey(key, now)) }),
  });

const make = (deps: Needs) =>
  endpoint(deps, {
    success: { status: 201, message: 'API key made successfully' },
    acceptsKeys: false,
    body: async () => (await import('#lib/contract/api-key.ts')).readMakeKey,
    load: ({ account }) => deps.getAccount(account),
    run: async ({ body, by, now, requestId }, account) => {
      if (account === undefined) throw invalidApiKey();
      const { expiresInDays, ...given } = body;
      const expiresAt = expiresInDays === undefined ? undefined : new Date(now.getTime() + expiresInDays * DAY_MS);
      const making = { checksumKey: deps.settings.checksumKeys[0] ?? '', randomBytes: deps.random.bytes, now };
      const { apiKey, stored } = await makeKey(deps, { ...account, ...given, expiresAt }, making);
      const key = shownKey(stored, now);
      await record(deps, 'api_key_made', { account: account.id, by, detail: `${key.id} ${key.role}`, now });
      deps.log.count('INFO', 'api_key_made', { requestId, account: account.id });
      return { data: { apiKey, key } };
    },
  });

const revoke = (deps: Needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'API key revoked successfully' },
    acceptsKeys: false,
    load: ({ account }) => deps.listApiKeys(account),
    run: async ({ account, id, by, now, requestId }, found) => {
      const key = found.find((each) => shownKey(each, now).id === id);
      if (key === undefined) throw apiKeyNotFound();
      if (key.revokedAt === undefined) {
        await deps.revokeApiKey(account, key.hash, now);
        await record(deps, 'api_key_revoked', { account, by, detail: id, now });
        deps.log.count('INFO', 'api_key_revoked', { requestId, account });
      }
      return { data: shownKey({ ...key, revokedAt: key.revokedAt ?? now.toISOString() }, now) };
    },
  });

type Deed = { account: string; by: By | undefined; detail: string; now: Date };

const record = async (
  deps: Needs,
  what: 'api_key_made' | 'api_key_revoked',
  { account, by, detail, now }: Deed,
): Promise<void> => {
  if (by) await deps.recordAudit(account, newAuditEntry(what, { member: by, detail }, now));
};

export const handler = consoleKeys(needs);
