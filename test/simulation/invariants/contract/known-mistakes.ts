/** Mistakes of the service that the model has found and that are still to be mended: here, and nowhere else, they are let pass. */
import type { Found, Question } from './question.ts';

/**
 * The answer to a change of status is made from what was read before the change was written. When the collection became overdue
 * in between, the answer lacks `collection.overdue`, which every later answer shows (seed 747).
 */
export const isToldFromOldRead = ({ by }: Question, found: Found): boolean => found?.entry.changers.has(by) ?? false;
