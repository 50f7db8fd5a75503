/** Says in one line what went wrong and what to do about it. */
import { DomainError } from '#lib/domain/errors.ts';
import { CommandFailure } from './usage-error.ts';

const region = (): string => process.env['AWS_REGION'] ?? process.env['AWS_DEFAULT_REGION'] ?? 'the configured region';

const EXPLANATIONS: Record<string, (message: string) => string> = {
  CredentialsProviderError: () => 'No AWS credentials were found. Sign in, or use --local for the local run.',
  TokenProviderError: (message) => `The AWS sign-in is not valid: ${message}`,
  ExpiredTokenException: () => 'The AWS credentials have expired. Sign in again.',
  UnrecognizedClientException: () => 'AWS does not accept these credentials.',
  InvalidSignatureException: () => 'AWS does not accept these credentials.',
  AccessDeniedException: (message) => `These AWS credentials may not do that: ${message}`,
  ResourceNotFoundException: () =>
    `There is no table ${process.env['TABLE_NAME']} in ${region()}; the stack's output TableName names it.`,
};

export function explainFailure(error: unknown): string {
  if (error instanceof CommandFailure) return error.message;
  if (error instanceof DomainError && error.code === 'service_unavailable') {
    return 'DynamoDB does not answer; look at the network and the region, or try again shortly.';
  }
  if (!(error instanceof Error)) return String(error);
  if (error.message.includes('Region is missing')) return 'Which region? Set AWS_REGION, or use --local.';
  return EXPLANATIONS[error.name]?.(error.message) ?? `It failed: ${error.message}`;
}
