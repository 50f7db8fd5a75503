/** What is wrong with an input, as its reader says it. */
import { DomainError, type Fault } from '#lib/domain/errors.ts';

/** None when it can be read. @throws what the reader throws for another reason */
export function faultsOf(read: () => unknown): readonly Fault[] {
  try {
    read();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'validation_failed') return error.details.errors ?? [];
    throw error;
  }
  return [];
}

/** One line each: the path, then the fault. */
export const faultLines = (read: () => unknown): string[] =>
  faultsOf(read).map(({ path, message }) => `${path} ${message}`);
