/** POST /public/follow-ups/preview: the plan that a create with this body would have. It writes nothing. */

import { toFollowUpPlanResponse } from '#lib/contract/show-follow-up-plan.ts';
import { buildCollection, refuseImpossible } from '#lib/domain/build-collection.ts';
import { configuredChannelsFrom } from '#lib/domain/channels/channels.ts';
import { addressesOf, contactLookup, newContact, personRefOf } from '#lib/domain/contact.ts';
import { explainPlan } from '#lib/domain/follow-up/explain.ts';
import { parsePhone } from '#lib/domain/phone.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { callers } from '#lib/store/account/callers.ts';
import { getVoicedAccount } from '#lib/store/account/voiced.ts';
import { getTags } from '#lib/store/customer/tags.ts';
import { findReach } from '#lib/store/opt-out/opt-outs.ts';
import { findContactId } from '#lib/store/person/contacts.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { tagsOf } from '#lib/use-cases/create-collection.ts';

const needs = {
  ...service,
  ...configuredChannelsFrom(service.settings),
  ...storeOf(table, { ...callers, getAccount: getVoicedAccount, findContactId, findReach, getTags }),
};

export const previewFollowUps = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Follow-up plan previewed successfully' },
    body: async () => (await import('#lib/contract/preview-follow-ups.ts')).readPreviewFollowUps,
    load: async ({ account: id }) => {
      const account = await deps.getAccount(id);
      if (account === undefined) throw new Error('an account that does not exist');
      return account;
    },
    run: async ({ body, now }, account) => {
      refuseImpossible(body, account, now);
      const phone = parsePhone(body.contact.phone, account.country);
      const contact = newContact(body.contact, phone, account.salt);
      const [reach, known] = await Promise.all([
        deps.findReach(addressesOf(contact, phone, account), now, personRefOf(account.id, contact, phone)),
        deps.findContactId(account.id, contactLookup(phone, contact.email)),
      ]);
      const availableChannels = deps.configuredChannels();
      const isReturning = known !== undefined;
      const tags = await tagsOf(deps, account, known);
      const around = { account, contact, phone, availableChannels, person: reach.person, isReturning, tags };
      const collection = buildCollection(body, around, now);
      const plan = explainPlan(collection, { account, phone, availableChannels, ...reach });
      const setting = { account, phone, baseUrl: deps.settings.baseUrl, isOneWay: deps.isOneWay, now };
      return { data: toFollowUpPlanResponse({ collection, plan, attempts: [], person: reach.person }, setting) };
    },
  });

export const handler = previewFollowUps(needs);
