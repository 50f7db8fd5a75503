/** Where an export writes: a file, which is its answer, and its progress. */
import { once } from 'node:events';

export type Streams = {
  file: Pick<NodeJS.WriteStream, 'write' | 'once' | 'off'>;
  progress: { write(text: string): unknown };
};

/** Waits while the reader of the file is slower. */
export async function write(file: Streams['file'], text: string): Promise<void> {
  if (text !== '' && !file.write(text)) await once(file as NodeJS.WriteStream, 'drain');
}
