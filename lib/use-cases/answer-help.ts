/** Answers HELP with whose reminders these are, and how to reach that merchant. */
import type { Channels } from '#lib/channels/channels.ts';
import { supportOf } from '#lib/domain/account.ts';
import { type HelpChannel, renderHelp } from '#lib/domain/channels/renderers.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { parsePhone } from '#lib/domain/phone.ts';
import type { Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import { languageFor } from '#lib/words/languages.ts';

export type HelpPorts = Pick<Service, 'clock'> &
  Pick<Store, 'getAccount' | 'claimHelp' | 'releaseHelp' | 'recordAnswer'> &
  Pick<Channels, 'send'>;

const TIME_TO_LIVE_SECONDS = 3_600;

/** Once in 24 hours for each phone. */
export async function answerHelp(
  ports: HelpPorts,
  { channel, from }: { channel: HelpChannel; from: string },
  ref: CollectionRef | undefined,
): Promise<'help_answered' | 'help_not_answered'> {
  const account = ref && (await ports.getAccount(ref.account));
  const now = ports.clock.now();
  if (!ref || !account || !(await ports.claimHelp(from, now))) return 'help_not_answered';
  const language = languageFor(parsePhone(from, undefined).country);
  const message = renderHelp({ channel, language, merchant: account.name, support: supportOf(account) });
  const outgoing = { to: from, message, timeToLiveSeconds: TIME_TO_LIVE_SECONDS, fromName: account.name };
  const outcome = await ports.send(outgoing);
  if (outcome.kind === 'accepted') {
    await ports.recordAnswer(ref, { channel, messageId: outcome.messageId }, now);
    return 'help_answered';
  }
  // After an answer that is not clear it may be out: then it is not sent again.
  if (outcome.kind !== 'ambiguous') await ports.releaseHelp(from);
  return 'help_not_answered';
}
