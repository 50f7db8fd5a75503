/** POST /console/texts/{language}/{channel}/{kind}/trial: mails a text to the administrator who tries it, as customers would get it. */
import { channelsFrom } from '#lib/channels/channels.ts';
import { trialEmail } from '#lib/domain/channels/email/trial.ts';
import { renderMessage } from '#lib/domain/channels/renderers.ts';
import { invalidSession } from '#lib/domain/errors.ts';
import { memberRefOf } from '#lib/domain/ids.ts';
import { triedBy } from '#lib/domain/member.ts';
import { sampleInput } from '#lib/domain/message/judge-text.ts';
import { textKey } from '#lib/domain/message/own-text.ts';
import { accountNeeds, loadAccount } from '#lib/endpoints/account-endpoint.ts';
import { refuseUnsendable, settingOf, textPlaceOf } from '#lib/endpoints/text-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { guardedCallers } from '#lib/store/account/callers.ts';
import { saveMember } from '#lib/store/member/members.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { isMailed } from '#lib/use-cases/mail-links.ts';

const needs = {
  ...accountNeeds,
  ...channelsFrom(service.settings, service),
  ...storeOf(table, { ...guardedCallers, saveMember }),
};

export const consoleTrial = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 202, message: 'Text tried successfully' },
    acceptsKeys: false,
    body: async () => (await import('#lib/contract/text.ts')).readSetText,
    load: (request) => loadAccount(deps, request),
    run: async ({ account: id, body, signedIn, now, parameters, requestId }, account) => {
      if (signedIn === undefined) throw invalidSession();
      const place = textPlaceOf(parameters);
      const { version: _any, ...words } = body;
      const setting = settingOf(deps, account);
      refuseUnsendable(words, place, setting);
      const to = await deps.saveMember(memberRefOf(signedIn.member.id), (stored) => ({ member: triedBy(stored, now) }));
      if (to?.email === undefined) throw invalidSession();
      const texts = { [textKey(place)]: { ...words, version: 1, changedAt: '' } };
      const message = renderMessage({ ...sampleInput(place, setting), texts });
      const email = trialEmail(message, { merchant: account.name, language: place.language });
      const mailed = await isMailed(deps, to.email, email);
      deps.log.count('INFO', 'text_tried', { requestId, account: id, text: textKey(place), mailed });
      return { data: { mailed } };
    },
  });

export const handler = consoleTrial(needs);
