/** `opt-outs list`, `opt-outs add` and `opt-outs remove`: who must get no messages, whatever account sends them. */
import { alignColumns, emailOf, type Run, UsageError, type Values } from '#infra/cli/command.ts';
import { clock } from '#lib/clock.ts';
import { CHANNELS, PHONE_CHANNELS, reachesPhone } from '#lib/domain/channels/channels.ts';
import { type Address, emailAddresses, optOutEvent, phoneAddresses } from '#lib/domain/contact.ts';
import { foldAddress, foldPhone, parsePhone } from '#lib/domain/phone.ts';
import { recordEvent } from '#lib/store/collection/collections.ts';
import { findLastMessage } from '#lib/store/message/messages.ts';
import { optIn, optOut, listOptOuts as readOptOuts } from '#lib/store/opt-out/opt-outs.ts';
import { table } from '#lib/store/table/live-table.ts';
import { DEFAULT_CONSOLE_WORDS } from '#lib/words/console-words.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

export const listOptOuts: Run = async (values) => {
  const limit = readLimit(values);
  const found = await readOptOuts(table, limit + 1, readAfter(values));
  const optOuts = found.slice(0, limit).map(({ channel, address, optedOutAt, by }) => {
    return { channel, address: foldAddress(channel, address), optedOutAt, by };
  });
  const last = optOuts.at(-1);
  const next = found.length > limit && last ? `${last.channel}#${last.address}` : null;
  if (last === undefined) return { data: { optOuts, next }, text: 'There are no opt-outs.' };
  const rows = optOuts.map(({ channel, address, optedOutAt, by }) => [channel, address, optedOutAt, by]);
  const shown = alignColumns(['CHANNEL', 'ADDRESS', 'SINCE', 'BY'], rows);
  return { data: { optOuts, next }, text: next === null ? shown : `${shown}\n\nMore: --after '${next}'` };
};

export const addOptOut: Run = async (values) => {
  const { addresses, shown } = readAddresses(values);
  const at = clock.now();
  await optOut(table, addresses, 'operator', at);
  await tell('contact.opted_out', addresses, at);
  return { data: { optedOut: addresses }, text: `${shown} gets no more messages, from the next one on.` };
};

export const removeOptOut: Run = async (values) => {
  const { addresses, shown } = readAddresses(values);
  const at = clock.now();
  await optIn(table, addresses, at);
  await tell('contact.opted_in', addresses, at);
  const text = `${shown} can get messages again. A list that AWS or a carrier keeps is not changed.`;
  return { data: { optedIn: addresses }, text };
};

/** On the collection that the phone was last messaged about; nobody remembers that for an email. */
async function tell(type: 'contact.opted_out' | 'contact.opted_in', [first]: Address[], at: Date): Promise<void> {
  if (first === undefined || !reachesPhone(first.channel)) return;
  const ref = await findLastMessage(table, first.address);
  if (ref) await recordEvent(table, ref, optOutEvent(type, { by: 'operator', about: at.toISOString(), at }));
}

const PHONE_NAMES = PHONE_CHANNELS.map((channel) => DEFAULT_CONSOLE_WORDS.timeline.channels[channel])
  .toSorted()
  .join(' and ');

function readAddresses(values: Values): { addresses: Address[]; shown: string } {
  const { phone, email } = values;
  if ((phone === undefined) === (email === undefined)) throw new UsageError('Give --phone or --email.');
  if (email !== undefined) {
    const address = emailOf(values);
    return { addresses: emailAddresses(address), shown: address };
  }
  const { reachable, lookup } = parsePhone(foldPhone(String(phone).replace(/[\s().-]/g, '')), undefined);
  if (!reachable) throw new UsageError('--phone must be an international number, such as +2348012345678');
  return { addresses: phoneAddresses(lookup), shown: `${lookup} (${PHONE_NAMES})` };
}

function readLimit({ limit = DEFAULT_LIMIT }: { limit?: unknown }): number {
  const number = /^\d+$/.test(String(limit)) ? Number(limit) : 0;
  if (number >= 1 && number <= MAX_LIMIT) return number;
  throw new UsageError(`--limit must be a whole number from 1 to ${MAX_LIMIT}`);
}

function readAfter({ after }: Values): Address | undefined {
  if (after === undefined) return undefined;
  const [name, ...rest] = String(after).split('#');
  const channel = CHANNELS.find((each) => each === name);
  const address = rest.join('#');
  if (channel && address) return { channel, address };
  throw new UsageError(`--after must be what the page before said, such as '${PHONE_CHANNELS.at(-1)}#+2348012345678'`);
}
