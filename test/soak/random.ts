/** Random choices that a seed reproduces. A seed reproduces the requests, but not their timing. */

export type Random = {
  /** A whole number of at least 0 and below `bound`. */
  below(bound: number): number;
  pick<T>(from: readonly T[]): T;
  happens(probability: number): boolean;
};

/** Mulberry32: small, fast, and good enough to choose requests. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(fraction() * bound);
  return {
    below,
    pick: (from) => {
      const picked = from[below(from.length)];
      if (picked === undefined) throw new RangeError('nothing to pick from');
      return picked;
    },
    happens: (probability) => fraction() < probability,
  };
}
