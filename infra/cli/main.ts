/** `npm run cli -- <command>`: accounts, keys, payment providers and WhatsApp templates, in AWS or of the local run. */
import { output } from '#lib/log.ts';
import { connect } from './connect.ts';
import { explainFailure } from './explain-failure.ts';
import { readCommandLine } from './read-command-line.ts';
import { UsageError } from './usage-error.ts';

// Standard output belongs to the answer.
output.write = (line) => void process.stderr.write(`${line}\n`);

async function main(commandLine: readonly string[]): Promise<string> {
  const request = readCommandLine(commandLine);
  if ('help' in request) return request.help;
  const { command, values } = request;
  if (!command.needsNoTable) await connect(values);
  const run = await command.load();
  const { data, text } = await run(values);
  return values['json'] ? JSON.stringify(data, null, 2) : text;
}

try {
  console.log(await main(process.argv.slice(2)));
} catch (error) {
  const isUsage = error instanceof UsageError;
  console.error(isUsage ? `${error.message}\nHelp: npm run cli -- --help` : explainFailure(error));
  process.exitCode = isUsage ? 2 : 1;
}
