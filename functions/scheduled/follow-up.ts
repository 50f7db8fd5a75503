/** Runs the collections that the queue of runs names: sends the follow-up that is due, marks overdue, or expires. */

import { channelsFrom } from '#lib/channels/channels.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import type { Booking } from '#lib/domain/payment/book-movement.ts';
import { queueConsumer } from '#lib/endpoints/queue-consumer.ts';
import { payments } from '#lib/live-payments.ts';
import { logBookings } from '#lib/payment/log-payments.ts';
import type { ForecastTask, Run } from '#lib/schedule/queues.ts';
import { service } from '#lib/service.ts';
import { getBusyVoicedAccount } from '#lib/store/account/voiced.ts';
import { claimSlots, recordCovered, recordResult, recordSkips } from '#lib/store/attempt/attempts.ts';
import { deferSlot, endRetry, setDeferral } from '#lib/store/attempt/retries.ts';
import { getCollection, getPartition, recordEvent } from '#lib/store/collection/collections.ts';
import { findOpen, findOpenOf } from '#lib/store/collection/open-by-address.ts';
import { saveRevision, saveStaleCheck } from '#lib/store/collection/revisions.ts';
import { saveCheck, saveStatus, setNextRun } from '#lib/store/collection/state.ts';
import { keepingCustomers } from '#lib/store/customer/keeping.ts';
import { getLedger, keepForLater, recordEntry } from '#lib/store/ledger/ledger.ts';
import { repairList } from '#lib/store/list/log.ts';
import { forgetLastMessage, recordLastMessage } from '#lib/store/message/messages.ts';
import { findReach, findReaches, optOut } from '#lib/store/opt-out/opt-outs.ts';
import { forgetContact, getContacts } from '#lib/store/person/contacts.ts';
import { changePerson, forgetPerson } from '#lib/store/person/people.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { runFollowUp } from '#lib/use-cases/run-follow-up.ts';

type Erasing = typeof import('#lib/store/collection/erase.ts');
type Forecasting = typeof import('#lib/store/account/forecasts.ts');
type Listing = typeof import('#lib/store/customer/list.ts');

const reads = { getPartition, getAccount: getBusyVoicedAccount, findReach, getLedger, findOpenOf };
const runs = { repairList, saveStatus, saveRevision, setNextRun, setDeferral, saveCheck, saveStaleCheck, endRetry };
const messages = {
  claimSlots,
  recordResult,
  recordCovered,
  recordLastMessage,
  recordSkips,
  deferSlot,
  changePerson,
  optOut,
  findOpen,
  recordEvent,
};
const bookings = { recordEntry, keepForLater };
const kept = { ...keepingCustomers, getCollection, getContacts };
/** A forecast of all that goes out is as seldom. */
const forecasting = () => import('#lib/store/account/forecasts.ts');
const getForecast: Forecasting['getForecast'] = async (...given) => (await forecasting()).getForecast(...given);
const saveForecastStep: Forecasting['saveForecastStep'] = async (...given) =>
  (await forecasting()).saveForecastStep(...given);
const listCustomers: Listing['listCustomers'] = async (...given) =>
  (await import('#lib/store/customer/list.ts')).listCustomers(...given);
const forecasts = { getForecast, saveForecastStep, listCustomers, findReaches };
/** Once in the life of a collection, long after the last message: its code comes then. */
const erasing = () => import('#lib/store/collection/erase.ts');
const eraseCollection: Erasing['eraseCollection'] = async (...given) => (await erasing()).eraseCollection(...given);
const postponeErasure: Erasing['postponeErasure'] = async (...given) => (await erasing()).postponeErasure(...given);
const erasures = { eraseCollection, postponeErasure, forgetContact, forgetPerson, forgetLastMessage };

const needs = {
  ...service,
  ...payments,
  ...channelsFrom(service.settings, service),

  ...storeOf(table, { ...reads, ...runs, ...messages, ...bookings, ...kept, ...erasures, ...forecasts }),
};

export const followUp = (deps: typeof needs) =>
  queueConsumer<Run>(deps.log, 'run_failed', async ({ collection, run, asks, erases, forecast }) => {
    if (forecast) return goOnWith(deps, forecast);
    const ref = parseCollectionId(collection);
    if (ref === undefined) throw new Error('not the id of a collection');
    if (erases) {
      const { eraseEnded } = await import('#lib/use-cases/erase-ended.ts');
      return deps.log.count('INFO', `retention_${await eraseEnded(deps, ref)}`, { collection });
    }
    const bookedBeside = (other: string, bookings: readonly Booking[]) => logBookings(deps.log, other, bookings);
    const { outcome, lagSeconds, bookings } = await runFollowUp(
      { ...deps, bookedBeside },
      { ref, runNumber: run, asks },
    );
    logBookings(deps.log, collection, bookings);
    const about = { account: ref.account, collection, run };
    if (outcome === 'sent') deps.log.judge('good');
    if (outcome === 'failed' || outcome === 'unknown') deps.log.judge('bad');
    deps.log.count('INFO', `followup_${outcome}`, about, { run_lag_seconds: lagSeconds });
  });

/** Seldom, and nothing of it is needed by a run. */
async function goOnWith(deps: typeof needs, task: ForecastTask): Promise<void> {
  const { continueForecast } = await import('#lib/use-cases/make-forecast.ts');
  deps.log.count('INFO', `forecast_${await continueForecast(deps, task)}`, { account: task.account });
}

export const handler = followUp(needs);
