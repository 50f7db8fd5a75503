/** Before the queue of runs and the table's stream reach a release: rehearses what they call. */
import { configuredChannelsFrom } from '#lib/domain/channels/channels.ts';
import { releaseHook } from '#lib/endpoints/release-hook.ts';
import { releaseFrom } from '#lib/release/release.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { changeOfRehearsal, openRehearsals } from '#lib/store/account/rehearsal.ts';
import { createCollection, getPartition } from '#lib/store/collection/collections.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { rehearseRuns as play } from '#lib/use-cases/rehearse-runs.ts';

const store = { getAccount, openRehearsals, createCollection, getPartition, changeOfRehearsal };
const needs = {
  ...service,
  ...configuredChannelsFrom(service.settings),
  ...storeOf(table, store),
  ...releaseFrom(service.settings),
};

export const rehearseRuns = (deps: typeof needs) => releaseHook(deps, () => play(deps));

export const handler = rehearseRuns(needs);
