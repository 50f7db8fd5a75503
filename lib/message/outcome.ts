/** Decides what a failed send means: the message was not sent, must wait, or may have been sent. */
import type { SendOutcome } from '#lib/domain/message/outgoing.ts';
import type { Verdict } from './port.ts';

/** Any AWS service may return these before it reads the request: https://docs.aws.amazon.com/IAM/latest/APIReference/CommonErrors.html. */
const COMMON_VERDICTS: Readonly<Record<string, Verdict>> = {
  AccessDeniedException: 'refused',
  // The SDK throws this one before it makes a request.
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

/** After an error in neither table, the message may have been sent. */
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

/** Without a connection, no byte of the message was sent. */
function neverConnected({ name, message, syscall, errors }: Failure): boolean {
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true;
  // An AggregateError: Node tried several addresses.
  if (errors !== undefined && errors.length > 0) return errors.every((error) => neverConnected(error as Failure));
  return name === 'TimeoutError' && /did not establish a connection/.test(message ?? '');
}

/** Codes only, because an error's message may quote the recipient's address. */
const reasonOf = ({ Reason, code, name }: Failure): string =>
  [Reason, name === 'AbortError' ? 'timeout' : undefined, code, name].find(
    (reason) => reason !== undefined && /^\w{1,80}$/.test(reason),
  ) ?? 'unknown';
