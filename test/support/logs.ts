/** Captures the log lines of the code under test instead of printing them. */
import { afterEach, beforeEach, expect } from 'vitest';
import { output } from '#lib/log.ts';

/** The log lines of the running test. Call it in the test file itself: a module that two files share begins only once. */
export function captureLogs(lines: string[] = []): { lines: string[]; events: () => string[] } {
  const write = output.write;
  const captured = {
    lines,
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

/** Personal values that the builders of bodies use. */
const PERSONAL = ['Ada', 'Obi', '8031234567', 'example.com', 'Hoodie', 'PSK_'];

/** Fails every test of a file whose log lines hold personal values. */
export function keepLogsPrivate({ lines }: { lines: string[] }): void {
  afterEach(() => {
    for (const word of PERSONAL) expect(lines.join('\n')).not.toContain(word);
  });
}
