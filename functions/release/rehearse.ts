/** Before requests reach a release: rehearses what answers them. */
import { releaseHook } from '#lib/endpoints/release-hook.ts';
import { payments } from '#lib/live-payments.ts';
import { releaseFrom } from '#lib/release/release.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { saveApiKey } from '#lib/store/account/api-keys.ts';
import { saveSealedCredentials } from '#lib/store/account/providers.ts';
import { closeRehearsal, openRehearsals } from '#lib/store/account/rehearsal.ts';
import { getCollection } from '#lib/store/collection/collections.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { rehearse as play } from '#lib/use-cases/rehearse.ts';

const store = { getAccount, saveApiKey, saveSealedCredentials, closeRehearsal, openRehearsals, getCollection };
const needs = {
  ...service,
  ...storeOf(table, store),
  seal: payments.seal,
  ...releaseFrom(service.settings),
};

export const rehearse = (deps: typeof needs) =>
  releaseHook(deps, () => {
    const [checksumKey = ''] = deps.settings.checksumKeys;
    return play({ ...deps, checksumKey });
  });

export const handler = rehearse(needs);
