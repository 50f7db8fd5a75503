/** `npm run cli -- <command>`: accounts, keys, members, payment providers, collections, opt-outs and WhatsApp templates, in AWS or of the local run. */
import { output } from '#lib/log.ts';
import { runCommandLine } from './run-command-line.ts';

// Standard output is for the command's answer alone.
output.write = (line) => void process.stderr.write(`${line}\n`);

const { code, answer, refusal } = await runCommandLine(process.argv.slice(2));
if (answer !== '') console.log(answer);
if (refusal !== '') console.error(refusal);
process.exitCode = code;
