/** Gives the reader a file, made in the browser. */
import { now } from './state.ts';
import { dayOf } from './typed-values.ts';

/** @param name without the day, which the name of the file ends with */
export function saveCsv(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}-${dayOf(now.value)}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}
