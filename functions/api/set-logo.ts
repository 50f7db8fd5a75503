/** PUT /public/account/logo: puts a picture above the merchant's pages and emails, or takes it back; safe to repeat. */
import { toAccountResponse } from '#lib/contract/show-account.ts';
import { API_KEY } from '#lib/domain/audit.ts';
import { type ChangeNeeds, changeNeeds, loadAccount } from '#lib/endpoints/account-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { saveLogo } from '#lib/store/account/logo.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { changeLogo } from '#lib/use-cases/change-logo.ts';

const needs = { ...changeNeeds, ...storeOf(table, { saveLogo }) };

/** Of the whole body. */
const MAX_BYTES = 256 * 1024;

export const setLogo = (deps: ChangeNeeds & typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Logo updated successfully' },
    maxBytes: MAX_BYTES,
    body: async () => (await import('#lib/contract/account.ts')).readSetLogo,
    load: (request) => loadAccount(deps, request),
    run: async ({ account: id, body: { image }, by = API_KEY, now, requestId }, loaded) => {
      const judged = image === null ? undefined : (await import('#lib/domain/logo/judge-logo.ts')).judgeLogo(image);
      const { account, isChanged } = await changeLogo(deps, loaded, judged, { by, now });
      if (isChanged) deps.log.count('INFO', 'settings_changed', { requestId, account: id });
      return { data: toAccountResponse(account, deps.settings) };
    },
  });

export const handler = setLogo(needs);
