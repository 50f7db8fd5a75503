/** The parts of `lib/` that tests replace, and what they were before the first test file of the process. */
import { clock } from '#lib/clock.ts';
import { paymentParts } from '#lib/live-payments.ts';
import { output } from '#lib/log.ts';
import { random } from '#lib/random.ts';
import { table } from '#lib/store/table/live-table.ts';

const PARTS: readonly object[] = [clock, output, paymentParts, random, table];

export const atFirst = PARTS.map((part) => ({ part, values: { ...part } }));
