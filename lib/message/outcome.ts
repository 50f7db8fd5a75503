/** Judges what a failed send means for the message: certainly not sent, not now, or nobody knows. */
import type { SendOutcome } from '#lib/domain/message/outgoing.ts';
import type { Verdict } from './port.ts';

/** Any AWS service answers these before it looks at the request (IAM's and the APIs' "common errors"). */
const COMMON_VERDICTS: Readonly<Record<string, Verdict>> = {
  AccessDeniedException: 'refused',
  // The SDK's own: without credentials it makes no request.
  CredentialsProviderError: 'refused',
  ExpiredTokenException: 'refused',
  IncompleteSignature: 'refused',
  InvalidClientTokenId: 'refused',
  InvalidSignatureException: 'refused',
  MissingAuthenticationToken: 'refused',
  MissingAuthenticationTokenException: 'refused',
  NotAuthorized: 'refused',
  OptInRequired: 'refused',
  RequestExpired: 'refused',
  SignatureDoesNotMatch: 'refused',
  UnknownOperationException: 'refused',
  UnrecognizedClientException: 'refused',
  ValidationException: 'refused',
  ThrottlingException: 'throttled',
  TooManyRequestsException: 'throttled',
};

const OPTED_OUT = 'DESTINATION_PHONE_NUMBER_OPTED_OUT';
const TOO_MANY_REQUESTS = 429;

type Failure = {
  name?: string;
  message?: string;
  code?: string;
  syscall?: string;
  errors?: unknown[];
  Reason?: string;
  $metadata?: { httpStatusCode?: number };
};

/** What is neither in the channel's table nor known of all services may have been sent. */
export function outcomeOf(error: unknown, verdicts: Readonly<Record<string, Verdict>>): SendOutcome {
  const failure = (error ?? {}) as Failure;
  if (neverConnected(failure)) return { kind: 'refused', reason: 'unreachable' };
  const kind = verdictOf(failure, verdicts);
  if (kind === 'throttled') return { kind };
  const reason = reasonOf(failure);
  return kind === 'refused' && reason === OPTED_OUT ? { kind, reason, optedOut: true } : { kind, reason };
}

function verdictOf({ name = '', $metadata }: Failure, verdicts: Readonly<Record<string, Verdict>>): Verdict {
  for (const table of [verdicts, COMMON_VERDICTS]) {
    const verdict = Object.hasOwn(table, name) ? table[name] : undefined;
    if (verdict !== undefined) return verdict;
  }
  return $metadata?.httpStatusCode === TOO_MANY_REQUESTS ? 'throttled' : 'ambiguous';
}

/** Without a connection not one byte of the message has left. */
function neverConnected({ name, message, syscall, errors }: Failure): boolean {
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true;
  // Several addresses were tried at once.
  if (errors !== undefined && errors.length > 0) return errors.every((error) => neverConnected(error as Failure));
  return name === 'TimeoutError' && /did not establish a connection/.test(message ?? '');
}

/** Codes only: an error's message may quote the address it was for. */
const reasonOf = ({ Reason, code, name }: Failure): string =>
  [Reason, name === 'AbortError' ? 'timeout' : undefined, code, name].find(
    (reason) => reason !== undefined && /^\w{1,80}$/.test(reason),
  ) ?? 'unknown';
