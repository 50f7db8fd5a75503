/** How often what is random is repeated: `npm test` once, `npm run test:long` as often as `TEST_REPETITIONS` says. */

export const REPETITIONS = Number(process.env['TEST_REPETITIONS'] ?? 1);

/** A number of random runs, worlds or requests: as given in `npm test`, so many times more in `npm run test:long`. */
export const times = (inNpmTest: number): number => inNpmTest * REPETITIONS;
