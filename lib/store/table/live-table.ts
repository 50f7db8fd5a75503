/** The one table of this process, as its environment names it. */
import { clock } from '#lib/clock.ts';
import { random } from '#lib/random.ts';
import { retention } from '#lib/retention.ts';
import { connect, openTable } from './table.ts';

/** Tests and the simulator replace its client and name. */
export const table = openTable({
  client: connect(),
  name: process.env['TABLE_NAME'] ?? '',
  clock,
  random,
  retention,
});
