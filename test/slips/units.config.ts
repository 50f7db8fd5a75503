/** The tests that are run against each slip: those of the units, and of the console's screens. */
import { SCREEN_PROJECT, UNIT_PROJECT } from '#test/support/test-projects.ts';
import { layerOf } from './layer.ts';

export default layerOf([{ test: UNIT_PROJECT }, SCREEN_PROJECT]);
