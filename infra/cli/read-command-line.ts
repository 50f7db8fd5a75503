/** Reads the command line: the command with its options, or the help that was asked for. */
import { parseArgs } from 'node:util';
import { type Command, UsageError, type Values } from './command.ts';
import { COMMANDS, COMMON_OPTIONS } from './commands.ts';
import { commandHelp, toolHelp } from './help.ts';

export type Request = { command: Command; values: Values } | { help: string };

const KNOWN_OPTIONS = Object.assign({}, COMMON_OPTIONS, ...Object.values(COMMANDS).map((command) => command.options));

export function readCommandLine(commandLine: readonly string[]): Request {
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
