/** Repetitions of random tests: 1 in `npm test`, `TEST_REPETITIONS` in `npm run test:long`. */

export const REPETITIONS = Number(process.env['TEST_REPETITIONS'] ?? 1);

/** The number of random runs, worlds or requests: the given number in `npm test`, multiplied in `npm run test:long`. */
export const times = (inNpmTest: number): number => inNpmTest * REPETITIONS;
