/** Begins each test file of a process with what a process of its own would give it. */
import { clock } from '#lib/clock.ts';
import { paymentParts } from '#lib/live-payments.ts';
import { output } from '#lib/log.ts';
import { random } from '#lib/random.ts';
import { table } from '#lib/store/table/live-table.ts';

const PARTS: readonly object[] = [clock, output, paymentParts, random, table];

const atFirst = PARTS.map((part) => ({ part, values: { ...part } }));

/** The table is the one that the environment names now. */
function restoreParts(): void {
  for (const { part, values } of atFirst) {
    for (const name of Object.keys(part)) if (!(name in values)) Reflect.deleteProperty(part, name);
    Object.assign(part, values);
  }
  table.name = process.env['TABLE_NAME'] ?? '';
}

restoreParts();
