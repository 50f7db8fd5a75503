/** The help texts of the tool and of each command. */
import type { Option } from './command.ts';
import { COMMANDS, COMMON_OPTIONS } from './commands.ts';
import { alignColumns } from './text-table.ts';

const CALL = 'npm run cli --';

/** Lists the commands whose words begin with `words`. */
export function toolHelp(words = ''): string {
  const commands = Object.entries(COMMANDS).filter(([name]) => name.startsWith(words));
  const rows = commands.map(([name, { summary, options }]) => [name, required(options), summary]);
  return [
    `Usage: ${CALL} <command> [options]`,
    alignColumns(['COMMAND', 'NEEDS', 'DOES'], rows),
    optionsHelp('For every command', COMMON_OPTIONS),
    `More on one: ${CALL} accounts create --help`,
  ].join('\n\n');
}

export function commandHelp(name: string): string {
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
