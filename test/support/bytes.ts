/** Bytes that look random but follow from a word, so that a test's ids are the same in every run. */
import { createHash } from 'node:crypto';

export const bytesFrom = (seed: string): ((length: number) => Uint8Array) => {
  let round = 0;
  return (length) => {
    round += 1;
    return createHash('shake256', { outputLength: length }).update(`${seed}#${round}`).digest();
  };
};
