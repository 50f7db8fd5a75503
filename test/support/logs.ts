/** Keeps what the code under test logs, instead of printing it. */
import { afterEach, beforeEach } from 'vitest';
import { output } from '#lib/log.ts';

/** The lines of the running test, as written. */
export function captureLogs(): { lines: string[]; events: () => string[] } {
  const write = output.write;
  const captured = {
    lines: [] as string[],
    events: () => captured.lines.map((line) => (JSON.parse(line) as { event: string }).event),
  };
  beforeEach(() => {
    captured.lines.length = 0;
    output.write = (line) => void captured.lines.push(line);
  });
  afterEach(() => {
    output.write = write;
  });
  return captured;
}
