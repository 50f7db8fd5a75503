/** `npm run cli -- <command>`: accounts, keys, members, payment providers, collections, opt-outs and WhatsApp templates, in AWS or of the local run. */
import { DomainError } from '#lib/domain/errors.ts';
import { output } from '#lib/log.ts';
import { CommandFailure, UsageError } from './command.ts';
import { connect } from './connect.ts';
import { readCommandLine } from './read-command-line.ts';

// Standard output is for the command's answer alone.
output.write = (line) => void process.stderr.write(`${line}\n`);

async function main(commandLine: readonly string[]): Promise<string> {
  const request = readCommandLine(commandLine);
  if ('help' in request) return request.help;
  const { command, values } = request;
  if (!command.needsNoTable) await connect(values);
  const run = await command.load();
  const { data, text, isBad } = await run(values);
  if (isBad) process.exitCode = 1;
  return values['json'] ? JSON.stringify(data, null, 2) : text;
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

try {
  const answer = await main(process.argv.slice(2));
  // An export has written its file itself.
  if (answer !== '') console.log(answer);
} catch (error) {
  const isUsage = error instanceof UsageError;
  console.error(isUsage ? `${error.message}\nHelp: npm run cli -- --help` : explainFailure(error));
  process.exitCode = isUsage ? 2 : 1;
}
