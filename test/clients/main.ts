/**
 * Lints the description of the API, generates clients from it by four generators, compiles them, and lets each do a round
 * trip against a local run. It needs the npm registry, Maven with Java, PyPI with Python.
 */
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '#infra/deployed/command.ts';
import { findPython } from '#infra/deployed/emulator.ts';
import { startLocalRun } from '#test/support/local-run.ts';
import { findGenerator, type Generator } from './openapi-generator.ts';

/** A package of its own: the service needs none of it. */
const HERE = join(import.meta.dirname, 'tools');
const GENERATED = join(HERE, 'generated');
const API = join(import.meta.dirname, '..', '..', 'docs', 'openapi.json');
const MINUTES = 60_000;

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
/** The first `node` in the path is the one that runs this. */
const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` };
const tool = (name: string, ...args: string[]): Promise<string> =>
  run(join(HERE, 'node_modules', '.bin', name), args, { env, timeoutMs: 5 * MINUTES });

const install = (): Promise<string> =>
  run('npm', ['ci', '--prefix', HERE, '--ignore-scripts', '--no-audit', '--no-fund'], { env, timeoutMs: 10 * MINUTES });

async function lint(): Promise<void> {
  const printed = await tool('redocly', 'lint', API, '--config', join(HERE, 'redocly.yaml'), '--format=json');
  const { totals } = JSON.parse(printed.slice(printed.indexOf('{'), printed.lastIndexOf('}') + 1)) as {
    totals: { errors: number; warnings: number };
  };
  if (totals.errors + totals.warnings > 0) throw new Error(`redocly is not content:\n${printed}`);
  await tool('spectral', 'lint', API, '--ruleset', join(HERE, 'spectral.yaml'), '--fail-severity=hint');
  say('redocly and spectral have nothing to say');
}

async function generate(generator: Generator): Promise<void> {
  await rm(GENERATED, { recursive: true, force: true });
  await mkdir(GENERATED, { recursive: true });
  await tool('openapi-typescript', API, '--output', join(GENERATED, 'openapi-typescript.ts'));
  await tool('openapi-ts', '--input', API, '--output', join(GENERATED, 'hey-api'), '--client', '@hey-api/client-fetch');
  await generator({ name: 'typescript-fetch', output: join(GENERATED, 'typescript-fetch') });
  await generator({ name: 'python', output: join(GENERATED, 'python'), packageName: 'collections_client' });
  await tool('tsc', '-p', join(HERE, 'programs'));
  say('four clients are generated, and those in TypeScript compile');
}

async function pythonWithPackages(python: string): Promise<string> {
  const home = join(HERE, 'generated', 'venv');
  const timeoutMs = 5 * MINUTES;
  await run(python, ['-m', 'venv', home], { timeoutMs });
  const installed = join(home, 'bin', 'python');
  await run(installed, ['-m', 'pip', 'install', '--quiet', '-r', join(HERE, 'requirements.txt')], { timeoutMs });
  return installed;
}

async function roundTrips(python: string): Promise<void> {
  const service = await startLocalRun();
  const options = {
    env: { ...env, BASE_URL: service.baseUrl, API_KEY: service.apiKey, PYTHONPATH: join(GENERATED, 'python') },
    timeoutMs: 2 * MINUTES,
  };
  try {
    for (const name of ['typescript-fetch', 'openapi-typescript', 'hey-api']) {
      say((await run(process.execPath, [join(GENERATED, 'compiled', 'programs', `${name}.js`)], options)).trim());
    }
    say((await run(python, [join(HERE, 'programs', 'round_trip.py')], options)).trim());
  } finally {
    await service.stop();
  }
}

async function main(): Promise<void> {
  const python = await findPython();
  const generator = await findGenerator();
  if (python === undefined || generator === undefined) {
    say(`not run: no ${python === undefined ? 'Python 3.11 or newer' : 'Java with Maven'} on this machine`);
    return;
  }
  await install();
  await lint();
  await generate(generator);
  await roundTrips(await pythonWithPackages(python));
  say('4 passed, 0 failed');
}

await main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
