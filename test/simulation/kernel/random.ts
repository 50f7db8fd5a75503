/** Reproducible random numbers: the same seed and name give the same numbers. */

export type Random = {
  /** A number in [0, 1). */
  fraction: () => number;
  bool: (probability: number) => boolean;
  /** A whole number, both ends included. */
  between: (min: number, max: number) => number;
  pick: <T>(from: readonly T[]) => T;
  bytes: (length: number) => Uint8Array;
};

/** Each name has its own stream, so that more draws from one do not change the others. */
export function randomFrom(seed: number, name: string): Random {
  const fraction = sfc32(seed, hashText(name));
  const between = (min: number, max: number) => min + Math.floor(fraction() * (max - min + 1));
  return {
    fraction,
    bool: (probability) => fraction() < probability,
    between,
    pick: (from) => from[between(0, from.length - 1)] as (typeof from)[number],
    bytes: (length) => Uint8Array.from({ length }, () => between(0, 255)),
  };
}

/** FNV-1a, 32 bits; `from` continues an earlier hash. */
export function hashText(text: string, from = 0x811c9dc5): number {
  let hash = from;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Chris Doty-Humphrey's small fast counting generator. */
function sfc32(seed: number, salt: number): () => number {
  let a = seed >>> 0;
  let b = salt;
  let c = Math.floor(seed / 2 ** 32) ^ 0x9e3779b9;
  let counter = 1;
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let round = 0; round < 12; round += 1) next();
  return next;
}
