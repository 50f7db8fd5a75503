/** The trace of a run: a hash that distinguishes runs, and readable lines on request. */
import { hashText } from './random.ts';

export type Trace = {
  say: (what: string) => void;
  /** Adds text to the hash only, for texts that are too long to read. */
  mix: (text: string) => void;
  hash: () => string;
  lines: readonly string[];
};

export function createTrace(now: () => number, verbose: boolean): Trace {
  const lines: string[] = [];
  let [high, low] = [0x811c9dc5, 0x01234567];
  const mix = (text: string) => {
    high = hashText(text, high);
    low = hashText(text, low ^ high);
  };
  return {
    mix,
    lines,
    say(what) {
      mix(`${now()} ${what}`);
      if (verbose) lines.push(`${new Date(now()).toISOString().slice(5, 23)}  ${what}`);
    },
    hash: () => `${high.toString(16).padStart(8, '0')}${low.toString(16).padStart(8, '0')}`,
  };
}
