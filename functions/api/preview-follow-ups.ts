/** POST /public/follow-ups/preview: the plan that a create with this body would have. It writes nothing. */
import { toFollowUpPlanResponse } from '#lib/contract/show-follow-up-plan.ts';
import { buildCollection, refuseImpossible } from '#lib/domain/build-collection.ts';
import { addressesOf, contactLookup, newContact, phoneOfContact } from '#lib/domain/contact.ts';
import { explainPlan } from '#lib/domain/follow-up/explain.ts';
import { parsePhone } from '#lib/domain/phone.ts';
import { defineEndpoint, endpoint } from '#lib/http/endpoint.ts';
import { configuredChannels, isSmsOneWay } from '#lib/message/senders.ts';
import { site } from '#lib/site.ts';
import { getAccount, getApiKey } from '#lib/store/accounts.ts';
import { findContact } from '#lib/store/contacts.ts';
import { findOptOuts } from '#lib/store/opt-outs.ts';

const live = { site, configuredChannels, isSmsOneWay, getAccount, findContact, findOptOuts };

export const previewFollowUps = (deps: typeof live) =>
  defineEndpoint({
    success: { status: 200, message: 'Follow-up plan previewed successfully' },
    body: async () => (await import('#lib/contract/preview-follow-ups.ts')).readPreviewFollowUps,
    load: async ({ account: id, body }) => {
      const account = await deps.getAccount(id);
      if (account === undefined) throw new Error('an account that does not exist');
      const typed = parsePhone(body.contact.phone, account.country);
      const known = await deps.findContact(id, contactLookup(typed, body.contact.email));
      return { account, typed, contact: known ?? newContact(body.contact, typed, account.salt) };
    },
    run: async ({ body, now }, { account, typed, contact }) => {
      refuseImpossible(body, account);
      const phone = phoneOfContact(contact, { typed: body.contact.phone, read: typed, account });
      const optedOut = await deps.findOptOuts(addressesOf(contact, phone));
      const availableChannels = deps.configuredChannels();
      const collection = buildCollection(body, { account, contact, phone, availableChannels }, now);
      const plan = explainPlan(collection, { account, phone, availableChannels, optedOut });
      const setting = { account, phone, baseUrl: deps.site.baseUrl, isSmsOneWay: deps.isSmsOneWay(), now };
      return { data: toFollowUpPlanResponse({ collection, plan, attempts: [] }, setting) };
    },
  });

export const handler = endpoint(previewFollowUps(live), getApiKey);
