/** The tests that are run against each slip that the units leave. What starts programs takes too long for that. */
import { TABLE_PROJECT } from '#test/support/test-projects.ts';
import { layerOf } from './layer.ts';

export default layerOf([{ test: TABLE_PROJECT }]);
