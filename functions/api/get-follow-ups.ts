/** GET /public/collections/{id}/follow-ups: every slot of the plan with its message, its reason and its outcome. */

import { toFollowUpPlanResponse } from '#lib/contract/show-follow-up-plan.ts';
import { configuredChannelsFrom } from '#lib/domain/channels/channels.ts';
import { ownedCollection } from '#lib/domain/collection.ts';
import { addressesOf, personRefOf, phoneOf } from '#lib/domain/contact.ts';
import { collectionNotFound } from '#lib/domain/errors.ts';
import { explainPlanSoFar } from '#lib/domain/follow-up/explain.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { callers } from '#lib/store/account/callers.ts';
import { getVoicedAccount } from '#lib/store/account/voiced.ts';
import { getHistory } from '#lib/store/collection/collections.ts';
import { findReach } from '#lib/store/opt-out/opt-outs.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';

const needs = {
  ...service,
  ...configuredChannelsFrom(service.settings),
  ...storeOf(table, { ...callers, getHistory, getAccount: getVoicedAccount, findReach }),
};

export const getFollowUps = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Follow-up plan retrieved successfully' },
    load: async ({ id, account }) => {
      const ref = parseCollectionId(id);
      const [history, owner] = await Promise.all([ref && deps.getHistory(ref), deps.getAccount(account)]);
      return { history, owner };
    },
    run: async ({ account, now }, { history, owner }) => {
      const collection = ownedCollection(history?.collection, account);
      if (history === undefined || owner === undefined) throw collectionNotFound();
      const phone = phoneOf(collection.contact, owner);
      const { attempts } = history;
      const { contact } = collection;
      const reach = await deps.findReach(addressesOf(contact, phone, owner), now, personRefOf(account, contact, phone));
      const context = { account: owner, phone, availableChannels: deps.configuredChannels(), ...reach, attempts };
      const plan = explainPlanSoFar(collection, context);
      const setting = { account: owner, phone, baseUrl: deps.settings.baseUrl, isOneWay: deps.isOneWay, now };
      return { data: toFollowUpPlanResponse({ ...history, plan, person: reach.person }, setting) };
    },
  });

export const handler = getFollowUps(needs);
