/** What happened, in order: as one number that tells two runs apart, and in words when somebody wants to read it. */
import { hashText } from './random.ts';

export type Trace = {
  say: (what: string) => void;
  /** Changes the number only: for what is too long to be read. */
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
