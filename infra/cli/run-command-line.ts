/** Does what a command line says, and returns what is to be printed: `main.ts` runs it in a process of its own. */
import { parseArgs } from 'node:util';
import { DomainError } from '#lib/domain/errors.ts';
import {
  alignColumns,
  type Command,
  CommandFailure,
  type Option,
  type Run,
  UsageError,
  type Values,
} from './command.ts';
import { COMMANDS, COMMON_OPTIONS } from './commands.ts';
import { connect } from './connect.ts';

const CALL = 'npm run cli --';

/** Lists the commands whose words begin with `words`. */
function toolHelp(words = ''): string {
  const commands = Object.entries(COMMANDS).filter(([name]) => name.startsWith(words));
  const rows = commands.map(([name, { summary, options }]) => [name, required(options), summary]);
  return [
    `Usage: ${CALL} <command> [options]`,
    alignColumns(['COMMAND', 'NEEDS', 'DOES'], rows),
    optionsHelp('For every command', COMMON_OPTIONS),
    `More on one: ${CALL} accounts create --help`,
  ].join('\n\n');
}

function commandHelp(name: string): string {
  const { summary, options } = COMMANDS[name] ?? { summary: '', options: {} };
  const usage = `Usage: ${CALL} ${[name, required(options)].filter(Boolean).join(' ')} [options]`;
  const own = Object.keys(options).length === 0 ? [] : [optionsHelp('Options', options)];
  return [`${summary}.`, usage, ...own, optionsHelp('For every command', COMMON_OPTIONS)].join('\n\n');
}

const required = (options: Record<string, Option>): string =>
  Object.entries(options)
    .filter(([, option]) => option.required)
    .map(([name, { value }]) => `--${name} <${value}>`)
    .join(' ');

function optionsHelp(title: string, options: Record<string, Option>): string {
  const rows = Object.entries(options).map(([name, { value, help, required: must }]) => [
    `  --${name}${value ? ` <${value}>` : ''}`,
    must ? `${help} (required)` : help,
  ]);
  return alignColumns([title, ''], rows);
}

type Request = { command: Command; values: Values } | { help: string };

const KNOWN_OPTIONS = Object.assign({}, COMMON_OPTIONS, ...Object.values(COMMANDS).map((command) => command.options));

function readCommandLine(commandLine: readonly string[]): Request {
  const { values, positionals } = parse(commandLine);
  const name = positionals.join(' ');
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (values['help']) return { help: command ? commandHelp(name) : toolHelp(positionals[0]) };
  if (!command) throw new UsageError(name === '' ? 'Which command?' : `There is no command "${name}".`);
  checkOptions(name, command, values);
  return { command, values };
}

function parse(commandLine: readonly string[]): { values: Values; positionals: string[] } {
  try {
    const args = [...commandLine];
    return parseArgs({ args, options: KNOWN_OPTIONS, allowPositionals: true }) as {
      values: Values;
      positionals: string[];
    };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function checkOptions(name: string, { options }: Command, values: Values): void {
  for (const given of Object.keys(values)) {
    if (!(given in options) && !(given in COMMON_OPTIONS)) throw new UsageError(`"${name}" takes no --${given}.`);
    if (values[given] === '' && !options[given]?.mayBeEmpty) throw new UsageError(`--${given} is empty.`);
  }
  for (const [option, { required }] of Object.entries(options)) {
    if (required && values[option] === undefined) throw new UsageError(`"${name}" needs --${option}.`);
  }
  const given = ['local', 'stage', 'table'].filter((name) => values[name] !== undefined && values[name] !== false);
  if (given.length > 1) throw new UsageError(`Give either ${given.map((name) => `--${name}`).join(' or ')}.`);
}

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
  const load = async (): Promise<Run> => {
    if (!command.needsNoTable) await connect(values);
    return command.load();
  };
  const { data, text, isBad } = await (await load().catch(explainMissing))(values);
  return { code: isBad ? 1 : 0, answer: values['json'] ? JSON.stringify(data, null, 2) : text };
}

/** The local run needs fewer packages than a stage, whose settings are those of the deployment. */
function explainMissing(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  throw new CommandFailure('Commands for a stage need all packages: run npm ci, and try again.');
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
