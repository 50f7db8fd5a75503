/** Keeps what the code under test logs, instead of printing it. */
import { afterEach, beforeEach, expect } from 'vitest';
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

/** Ada's words and addresses, as the builders of bodies give them. */
const PERSONAL = ['Ada', 'Obi', '8031234567', 'example.com', 'Hoodie', 'PSK_'];

/** Fails any test of a file after which a log line holds what a person typed. */
export function keepLogsPrivate({ lines }: { lines: string[] }): void {
  afterEach(() => {
    for (const word of PERSONAL) expect(lines.join('\n')).not.toContain(word);
  });
}
