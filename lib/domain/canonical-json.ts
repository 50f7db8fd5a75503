/** One text for all JSON that means the same: keys in order, no white space. */
import { createHash } from 'node:crypto';
import { isExactNumber } from './exact-json.ts';

/** SHA-256, in hex, of a value's canonical JSON. */
export const hashJson = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('hex');

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return value;
  const entries = Object.entries(value).map(([key, child]) => [key, sorted(child)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
