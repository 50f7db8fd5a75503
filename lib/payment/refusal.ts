/** Turns a provider's refusal into a `ProviderFailure`. */
import { ProviderFailure } from './port.ts';

export type Explanation = { message?: string | undefined; code?: string | undefined };

const TAKEN = /duplicate|already (?:exists?|used|been used|taken)/i;
const NOT_FOUND = /not found|no transaction|could ?n[o']t find/i;
const CODE = /^[a-z][a-z_]{2,39}$/;

/** `taken` means that the reference has been used. The provider's message is dropped: it may quote a person. */
export function refusal(status: number, { message = '', code = '' }: Explanation): ProviderFailure {
  if (status === 401 || status === 403) return new ProviderFailure('unauthorized');
  if (TAKEN.test(message)) return new ProviderFailure('taken');
  if (status === 404 || NOT_FOUND.test(message)) return new ProviderFailure('not_found');
  return new ProviderFailure(CODE.test(code) ? code : 'refused');
}

/** A payment that the provider does not know has not been made. */
export async function unlessUnknown<T>(payments: Promise<T[]>): Promise<T[]> {
  try {
    return await payments;
  } catch (error) {
    if (error instanceof ProviderFailure && error.reason === 'not_found') return [];
    throw error;
  }
}
