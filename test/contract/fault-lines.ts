/** The faults of a refusal, one line each: the path, then the fault. */
import { DomainError } from '#lib/domain/errors.ts';

export function faultLines(read: () => unknown): string[] {
  try {
    read();
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
    return (error.details.errors ?? []).map(({ path, message }) => `${path} ${message}`);
  }
  return [];
}
