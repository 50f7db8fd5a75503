/** All that an item of the table says, as one text: tests look in it for what must not be there. */
import { unpackText } from '#lib/store/table/read-item.ts';

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
