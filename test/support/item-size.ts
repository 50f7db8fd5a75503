/**
 * The size of an item as DynamoDB counts it.
 * All that an item of the table says, as one text: tests look in it for what must not be there.
 */
import { unpackText } from '#lib/store/table/read-item.ts';

export type Item = Readonly<Record<string, unknown>>;

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html */
export const sizeOf = (item: Item | undefined): number =>
  item === undefined
    ? 0
    : Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueSize(value), 0);

function valueSize(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(value).replace(/\D/g, '').length / 2) + 1;
  if (value === null || typeof value === 'boolean') return 1;
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof Set) return [...value].reduce((sum, each) => sum + valueSize(each), 0);
  if (Array.isArray(value)) return value.reduce((sum, each) => sum + 1 + valueSize(each), 3);
  if (typeof value === 'object') return 3 + Object.keys(value).length + sizeOf(value as Item);
  return 0;
}

/** All that an item says, with what is deflated in it. */
export const textOf = (item: object): string =>
  JSON.stringify(item, (_, value) => {
    if (value instanceof Set) return [...value];
    return value instanceof Uint8Array ? inflated(value) : value;
  });

/** Other bytes are ciphertexts and checksums. */
function inflated(value: Uint8Array): string {
  try {
    return unpackText(value);
  } catch {
    return '';
  }
}
