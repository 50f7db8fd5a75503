/**
 * Begins each test file of a process with what a process of its own would give it. This file runs anew for each; what it imports
 * does not, so what was there at first is remembered in a module of its own.
 */

import { table } from '#lib/store/table/live-table.ts';
import { forgetSharedReads } from '#lib/store/table/shared-reads.ts';
import { atFirst } from './first-parts.ts';

for (const { part, values } of atFirst) {
  for (const name of Object.keys(part)) if (!(name in values)) Reflect.deleteProperty(part, name);
  Object.assign(part, values);
}
forgetSharedReads();
// The table is the one that the environment names now.
table.name = process.env['TABLE_NAME'] ?? '';
