/** Repetitions of random tests: 1 in `npm test`, `TEST_REPETITIONS` in `npm run test:long`. */

export const REPETITIONS = Number(process.env['TEST_REPETITIONS'] ?? 1);

/** The number of random runs, worlds or requests: the given number in `npm test`, multiplied in `npm run test:long`. */
export const times = (inNpmTest: number): number => inNpmTest * REPETITIONS;

/** A size of what is not drawn, such as a crowd: small in `npm test`, and whole in `npm run test:long`. */
export const sized = (inNpmTest: number, inTestLong: number): number => (REPETITIONS > 1 ? inTestLong : inNpmTest);
