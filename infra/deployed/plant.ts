/** Plants a fault in the source of a checkout; and the faults that a release is tried with. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** `from` is in the file once. */
export type Fault = { file: string; from: string; to: string };

/** What every caller would see. */
export const REFUSES_EVERY_CREATE: Fault = {
  file: 'lib/contract/create-collection.ts',
  from: '  readDated(CreateCollectionRequest);',
  to: "  () => readDated(CreateCollectionRequest)({ reference: '' });",
};

/** What no caller would see. */
export const RELAYS_NOTHING: Fault = {
  file: 'functions/stream/relay.ts',
  from: "const isFirstOrLast = eventName === 'INSERT'",
  to: "throw new TypeError('planted'); const isFirstOrLast = eventName === 'INSERT'",
};

/** Answers what takes it away again. @throws when the file has changed, and so the place is not there once */
export function plant(checkout: string, { file, from, to }: Fault): () => void {
  const path = join(checkout, file);
  const sound = readFileSync(path, 'utf8');
  if (sound.split(from).length !== 2) throw new Error(`${file} does not have once: ${from}`);
  writeFileSync(path, sound.replace(from, to));
  return () => writeFileSync(path, sound);
}
