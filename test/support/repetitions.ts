/** Repetitions of random tests: 1 in `npm test`, `TEST_REPETITIONS` in `npm run test:long`. */

export const REPETITIONS = Number(process.env['TEST_REPETITIONS'] ?? 1);

/** The number of random runs, worlds or requests: the given number in `npm test`, multiplied in `npm run test:long`. */
export const times = (inNpmTest: number): number => inNpmTest * REPETITIONS;

/** What is not drawn, such as the size of a crowd or a list of cases: small in `npm test`, and whole in `npm run test:long`. */
export const sized = <Value>(inNpmTest: Value, inTestLong: Value): Value => (REPETITIONS > 1 ? inTestLong : inNpmTest);
