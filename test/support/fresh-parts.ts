/** Begins each test file of a process with what a process of its own would give it. */
import { restoreParts } from './replaced-parts.ts';

restoreParts();
