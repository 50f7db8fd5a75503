/** Writes docs/operations/costs.md from what was counted. */
import type { NamedLife } from '#test/bench/life/four-lives.ts';
import type { Row } from '#test/bench/report.ts';
import { billOf, type Line, totalOf } from './bill.ts';
import type { IdleLine } from './idle.ts';
import type { Start } from './memory.ts';
import { ASSUMED, PRICED_ON, PRICES } from './prices.ts';

const LIVES = 1_000;

export const costsPage = (
  lives: readonly NamedLife[],
  idle: readonly IdleLine[],
  starts: readonly Start[],
): string => `# Costs

Written by \`npm run costs\`; do not edit. Requests are counted from the real handlers on DynamoDB Local and the local fakes of AWS,
write units as AWS documents them. Prices of ${PRICED_ON}, us-east-1, without free tiers, taxes and data transfer; they are inputs in
\`test/bench/costs/prices.ts\`. The life of a collection that is counted is described in \`test/bench/life/a-life.ts\`: 72 hours, two
delivered messages, five reads; paid by the page and the provider's webhook, or expired.
[Decision 43](decisions/0043-cost-of-a-life.md) tells what its writes are for.

## ${LIVES.toLocaleString('en')} collections

${markdown(billRows(lives))}

**Not in it**: what channels charge (below), what payment providers charge, the domain, the firewall. No S3, no NAT gateway, no
server: there are none. ${lives[0]?.[1].steps.reduce((sum, { logLines }) => sum + logLines, 0)} lines of ours are logged in the first life, of ${bytesPerLine(lives)} bytes on average; Lambda adds about ${ASSUMED.platformBytes}
bytes to each invocation.

**Assumed**, because nothing here ran on AWS: ${ASSUMED.memoryGigabytes * 1024} MB for every function, ${ASSUMED.tripMs} ms a round trip to DynamoDB, ${ASSUMED.callMs} ms a request to a
provider, a channel or a receiver, each change of the stream in a batch of its own. At load a batch has up to a hundred
changes, and Lambda's part falls. KMS is asked at most once in
five minutes for each provider and environment of a function, which is left out.

Channels are inputs: multiply what your country charges for a message by the messages of a life (two here). For most countries one SMS
costs more than everything above for that collection; prices differ by country and day, so none is given here.

## A stage in a month without a request

${markdown(idle.map(({ what, amount, dollars }) => ({ what, amount: amount.toLocaleString('en'), '$ a month': dollars.toFixed(2) })))}

${totalIdle(idle)} in all. Providers' credentials of merchants add nothing: they are ciphertext in the table. The metrics of our own cost
$${PRICES.metric.dollars.toFixed(2)} a month for each that was counted at least once in it. Storage: $${PRICES.storage.dollars.toFixed(2)} a GB and month, $${PRICES.backup.dollars.toFixed(2)} for its point-in-time recovery.

## Memory

The highest memory of a process that loads a function's bundle (not of its work), and the processor time that this takes, over a process that loads
nothing (${start(starts)?.megabytes.toFixed(0)} MB, ${start(starts)?.cpuMs.toFixed(0)} ms); medians of three on a shared machine, so read the times as rough.

${markdown(starts.slice(1).map((each) => ({ function: each.name, MB: each.megabytes.toFixed(0), 'processor ms': Math.max(0, each.cpuMs - (start(starts)?.cpuMs ?? 0)).toFixed(0) })))}

Memory would allow 256 MB for all of them; processor time does not, as Lambda gives a function a share of a processor by its memory. At
1,024 MB a list of 100 takes half as long as at 512, and costs the same; at 256 MB its slowest tenth takes five times as long
(measured under the same quotas of processor time, on another machine). What waits for networks most of its time (\`deliver\`, \`follow-up\`)
would cost half at 512 MB. No size is changed on that ground alone: a function's time at work on AWS decides, which nobody has measured yet.

## Prices

${markdown(Object.values(PRICES).map(({ dollars, for: many, unit, source, isConfirmed }) => ({ $: String(dollars), for: `${many.toLocaleString('en')} ${unit}`, source: `${source}${isConfirmed ? '' : ' (unconfirmed)'}` })))}
`;

const start = (starts: readonly Start[]): Start | undefined => starts[0];

const totalIdle = (idle: readonly IdleLine[]): string =>
  `$${idle.reduce((sum, { dollars }) => sum + dollars, 0).toFixed(2)}`;

function bytesPerLine(lives: readonly NamedLife[]): number {
  const steps = lives.flatMap(([, { steps: all }]) => all);
  const sum = (of: 'logBytes' | 'logLines') => steps.reduce((total, step) => total + step[of], 0);
  return Math.round(sum('logBytes') / sum('logLines'));
}

function billRows(lives: readonly NamedLife[]): Row[] {
  const bills = lives.map(([name, { steps, messages }]) => ({ name, lines: billOf(steps, messages, LIVES) }));
  const cell = ({ amount, dollars }: Line): string =>
    `${Math.round(amount).toLocaleString('en')} · $${dollars.toFixed(3)}`;
  const rows = (bills[0]?.lines ?? []).map(({ service, price }, index) => ({
    'amount · $': `${service} (${PRICES[price].unit})`,
    ...Object.fromEntries(bills.map(({ name, lines }) => [name, cell(lines[index] as Line)])),
  }));
  const totals = Object.fromEntries(bills.map(({ name, lines }) => [name, `**$${totalOf(lines).toFixed(2)}**`]));
  return [...rows, { 'amount · $': '**all**', ...totals }];
}

function markdown(rows: readonly Row[]): string {
  const headings = Object.keys(rows[0] ?? {});
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(headings),
    line(headings.map(() => '---')),
    ...rows.map((row) => line(headings.map((name) => row[name] ?? ''))),
  ].join('\n');
}
