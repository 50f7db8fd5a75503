/** Decides what a failed send means: the message was not sent, must wait, or may have been sent. */
import type { SendOutcome } from '#lib/domain/message/outgoing.ts';
import type { Verdict } from './adapter.ts';

/** Any AWS service may return these before it reads the request: https://docs.aws.amazon.com/IAM/latest/APIReference/CommonErrors.html. */
const COMMON_VERDICTS: Readonly<Record<string, Verdict>> = {
  AccessDeniedException: 'account_fault',
  // The SDK throws this one before it makes a request.
  CredentialsProviderError: 'account_fault',
  ExpiredTokenException: 'account_fault',
  IncompleteSignature: 'refused',
  InvalidClientTokenId: 'account_fault',
  InvalidSignatureException: 'refused',
  MissingAuthenticationToken: 'account_fault',
  MissingAuthenticationTokenException: 'refused',
  NotAuthorized: 'account_fault',
  OptInRequired: 'account_fault',
  RequestExpired: 'refused',
  SignatureDoesNotMatch: 'refused',
  UnknownOperationException: 'refused',
  UnrecognizedClientException: 'account_fault',
  ValidationException: 'refused',
  ThrottlingException: 'throttled',
  TooManyRequestsException: 'throttled',
};

const OPTED_OUT = 'DESTINATION_PHONE_NUMBER_OPTED_OUT';
/** Unconfirmed: the error class under which SES v2 says this. It lasts until tomorrow, so no wait helps. */
const DAILY_QUOTA = /daily (message|sending) quota/i;

/** Of SMS: the account may send nothing more this month, or only to numbers that it has verified. */
const ACCOUNT_REASONS = new Set([
  'ACCOUNT_DISABLED',
  'DESTINATION_PHONE_NUMBER_NOT_VERIFIED',
  'MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT',
]);

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
  const verdict = verdictOf(failure, verdicts);
  const isSpent = verdict === 'throttled' && DAILY_QUOTA.test(failure.message ?? '');
  if (verdict === 'throttled' && !isSpent) return { kind: verdict };
  const reason = isSpent ? 'daily_quota' : reasonOf(failure);
  if (verdict === 'ambiguous') return { kind: verdict, reason };
  if (reason === OPTED_OUT) return { kind: 'refused', reason, optedOut: true };
  const isFault = isSpent || verdict === 'account_fault' || ACCOUNT_REASONS.has(reason);
  return { kind: 'refused', reason, ...(isFault && { fault: true as const }) };
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
