/** The refusals of the merchant console: of its own calls, and of API calls with a session in place of a key. */
import { DomainError, validationFailed } from './errors.ts';

export const invalidLink = () => new DomainError('invalid_link', 'This link was used already, or has expired');
export const invalidSession = () => new DomainError('invalid_session', 'You are not signed in');
export const forbidden = () => new DomainError('forbidden', 'Your role does not allow this');
/** Another web page may have sent it. */
export const requestRefused = () => new DomainError('request_refused', 'The request did not come from the console');
export const keyAndSession = () =>
  validationFailed([{ path: 'x-api-key', message: 'must not be sent together with a session' }]);
export const memberNotFound = () => new DomainError('member_not_found', 'Member not found');
export const lastAdmin = () => new DomainError('last_admin', 'An account must keep at least one administrator');
export const memberLimit = (limit: number) =>
  new DomainError('member_limit', `An account can have at most ${limit} members`);
