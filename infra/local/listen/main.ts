/** `npm run listen -- --port 4000`: adds a webhook endpoint to the local run, and prints each webhook as it comes. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Ready } from '#infra/local/data-dir.ts';
import { readDataDir } from '#infra/local/settings.ts';
import { startListening } from './start-listening.ts';

const DEFAULT_PORT = '4000';

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { port: { type: 'string', default: DEFAULT_PORT } } });
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535)
    throw new Error(`--port is "${values.port}", but a port is a number.`);
  const listening = await startListening({ ...(await readReady()), port, print: (line) => console.log(line) });
  const end = () => void listening.stop().finally(() => process.exit(0));
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}

async function readReady(): Promise<Ready> {
  try {
    return JSON.parse(await readFile(join(readDataDir(process.env), 'ready.json'), 'utf8')) as Ready;
  } catch {
    throw new Error('The local run is not started: run npm start in another terminal first.');
  }
}

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
