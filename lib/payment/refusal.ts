/** Turns a provider's refusal into a `ProviderFailure`. */
import { ProviderFailure } from './port.ts';

export type Explanation = { message?: string | undefined; code?: string | undefined };

const TAKEN = /duplicate|already (?:exists?|used|been used|taken)/i;
const NOT_FOUND = /not found|no transaction|could ?n[o']t find/i;
/** Of a session that the provider has ended already. The wordings are unconfirmed. */
const ENDED = /inactive|no longer active|already (?:been )?(?:paid|expired|cancell?ed|completed|disabled)/i;
const CODE = /^[a-z][a-z_]{2,39}$/;

/** `taken`: the reference has been used. `already_ended`: what we wanted to close has ended. The provider's message is dropped: it may quote a person. */
export function refusal(status: number, { message = '', code = '' }: Explanation): ProviderFailure {
  if (status === 401 || status === 403) return new ProviderFailure('unauthorized');
  if (TAKEN.test(message)) return new ProviderFailure('taken');
  if (status === 404 || NOT_FOUND.test(message)) return new ProviderFailure('not_found');
  if (ENDED.test(message)) return new ProviderFailure('already_ended');
  return new ProviderFailure(CODE.test(code) ? code : 'refused');
}

/** @throws every failure but `not_found` */
export async function orIfUnknown<T, Else>(answer: Promise<T>, fallback: Else): Promise<T | Else> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ProviderFailure && error.reason === 'not_found') return fallback;
    throw error;
  }
}

/** Whether what we wanted to close is payable no more: it has ended, or the provider does not know it. */
export const hasEnded = (error: unknown): boolean =>
  error instanceof ProviderFailure && (error.reason === 'already_ended' || error.reason === 'not_found');
