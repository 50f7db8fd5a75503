/** Does what a command line says, and returns what is to be printed: `main.ts` runs it in a process of its own. */
import { DomainError } from '#lib/domain/errors.ts';
import { CommandFailure, UsageError } from './command.ts';
import { connect } from './connect.ts';
import { readCommandLine } from './read-command-line.ts';

export type Result = {
  /** The exit code: 1 when it cannot be done or is not in order, 2 when the command line is wrong. */
  code: 0 | 1 | 2;
  /** For standard output; empty after an export, which has written its file itself. */
  answer: string;
  /** For standard error. */
  refusal: string;
};

export async function runCommandLine(commandLine: readonly string[]): Promise<Result> {
  try {
    return { ...(await run(commandLine)), refusal: '' };
  } catch (error) {
    if (!(error instanceof UsageError)) return { code: 1, answer: '', refusal: explainFailure(error) };
    return { code: 2, answer: '', refusal: `${error.message}\nHelp: npm run cli -- --help` };
  }
}

async function run(commandLine: readonly string[]): Promise<Pick<Result, 'code' | 'answer'>> {
  const request = readCommandLine(commandLine);
  if ('help' in request) return { code: 0, answer: request.help };
  const { command, values } = request;
  if (!command.needsNoTable) await connect(values);
  const { data, text, isBad } = await (await command.load())(values);
  return { code: isBad ? 1 : 0, answer: values['json'] ? JSON.stringify(data, null, 2) : text };
}

const region = (): string => process.env['AWS_REGION'] ?? process.env['AWS_DEFAULT_REGION'] ?? 'the configured region';

/** By the name of the error that the SDK throws. */
const EXPLANATIONS: Record<string, (message: string) => string> = {
  CredentialsProviderError: () => 'No AWS credentials were found. Sign in, or use --local for the local run.',
  TokenProviderError: (message) => `The AWS sign-in is not valid: ${message}`,
  ExpiredTokenException: () => 'The AWS credentials have expired. Sign in again.',
  UnrecognizedClientException: () => 'AWS does not accept these credentials.',
  InvalidSignatureException: () => 'AWS does not accept these credentials.',
  AccessDeniedException: (message) => `These AWS credentials may not do that: ${message}`,
  ResourceNotFoundException: () =>
    `There is no table ${process.env['TABLE_NAME']} in ${region()}; --stage finds that of a stage.`,
};

/** Says in one line what went wrong and what to do about it. */
function explainFailure(error: unknown): string {
  if (error instanceof CommandFailure) return error.message;
  if (error instanceof DomainError && error.code === 'service_unavailable') {
    return 'DynamoDB does not answer; look at the network and the region, or try again shortly.';
  }
  if (!(error instanceof Error)) return String(error);
  if (error.message.includes('Region is missing')) return 'Which region? Set AWS_REGION, or use --local.';
  return EXPLANATIONS[error.name]?.(error.message) ?? `It failed: ${error.message}`;
}
