/** The faults for which something was refused, one line each: its path, then what is wrong. */
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
