/** Pseudo-random bytes derived from a word, so that the ids of a test are the same in every run. */
import { createHash } from 'node:crypto';

export const bytesFrom = (seed: string): ((length: number) => Uint8Array) => {
  let round = 0;
  return (length) => {
    round += 1;
    return createHash('shake256', { outputLength: length }).update(`${seed}#${round}`).digest();
  };
};
