/** POST /public/texts/{language}/{channel}/{kind}/preview: a message with the words given, or those in force. It writes nothing. */
import { toTextPreview } from '#lib/contract/show-text.ts';
import { configuredChannelsFrom } from '#lib/domain/channels/channels.ts';
import { phoneOf } from '#lib/domain/contact.ts';
import { explainPlan } from '#lib/domain/follow-up/explain.ts';
import { messageInput } from '#lib/domain/follow-up/slot-message.ts';
import { sampleInput } from '#lib/domain/message/judge-text.ts';
import { ourText } from '#lib/domain/message/our-text.ts';
import { textKey, toneOfKind } from '#lib/domain/message/own-text.ts';
import { accountNeeds, loadAccount } from '#lib/endpoints/account-endpoint.ts';
import { refuseUnsendable, settingOf, textPlaceOf } from '#lib/endpoints/text-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { getTexts } from '#lib/store/account/texts.ts';
import { getHistory } from '#lib/store/collection/collections.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { findHistoryAndOwner, ownHistory } from '#lib/use-cases/revise-collection.ts';

const needs = {
  ...accountNeeds,
  ...configuredChannelsFrom(service.settings),
  ...storeOf(table, { getTexts, getHistory }),
};

export const previewText = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Text previewed successfully' },
    body: async () => (await import('#lib/contract/text.ts')).readPreviewText,
    load: (request) => loadAccount(deps, request),
    run: async ({ account: id, body, now, parameters }, account) => {
      const place = textPlaceOf(parameters);
      const key = textKey(place);
      const setting = settingOf(deps, account);
      const { [key]: own } = await deps.getTexts(account, (each) => each === key);
      const { subject, body: text, template } = own ?? ourText(place);
      const inForce = { body: text, ...(subject !== undefined && { subject }), ...(template && { template }) };
      const words = { ...inForce, ...body.words };
      refuseUnsendable(words, place, setting);
      const sample = sampleInput(place, setting);
      if (body.collection === undefined) return { data: toTextPreview(place, words, { input: sample, setting }) };
      const named = await findHistoryAndOwner(deps, body.collection, id);
      const { collection } = ownHistory(named, id).history;
      const phone = phoneOf(collection.contact, account);
      const availableChannels = deps.configuredChannels();
      const { hours } = explainPlan(collection, { account, phone, optedOut: [], availableChannels });
      const choice = { channel: place.channel, tone: toneOfKind(place.kind), at: now.getTime() };
      const { due: _when, ...filled } = messageInput(collection, choice, { ...setting, phone, hours });
      // Of what the kind wants and the collection has not, the example stays.
      const input = { ...sample, ...filled, language: place.language };
      return { data: toTextPreview(place, words, { input, setting }) };
    },
  });

export const handler = previewText(needs);
