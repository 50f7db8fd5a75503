/** How commands read and write: standard input, tables of text, and exports to a file. It loads nothing of the service. */
import { once } from 'node:events';
import type { Readable } from 'node:stream';

export function alignColumns(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export type Streams = {
  file: Pick<NodeJS.WriteStream, 'write' | 'once' | 'off'>;
  progress: { write(text: string): unknown };
};

/** Waits while the reader of the file is slower. */
export async function write(file: Streams['file'], text: string): Promise<void> {
  if (text !== '' && !file.write(text)) await once(file as NodeJS.WriteStream, 'drain');
}

/** Tests replace it. */
export const standardInput = { open: (): Readable & { isTTY?: boolean } => process.stdin };
