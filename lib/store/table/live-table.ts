/** The one table of this process, as its environment names it. */
import { service } from '#lib/service.ts';
import { openTable } from './table.ts';

export const table = openTable(service);
