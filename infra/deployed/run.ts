/** Deploys one stage to an emulator of AWS, and runs the journeys and the tests of what only a deployment has against it. */
import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checksumSecretName, credentialsKeyAlias } from '#infra/cdk/stage-names.ts';
import { run } from './command.ts';
import { type Emulator, findPython, installTool, startEmulator } from './emulator.ts';
import { baseUrlOf, STAGE, stackOf } from './stage.ts';

const ACCOUNT = '000000000000';
const REGION = 'us-east-1';
const TIMEOUT_MS = 600_000;

/** The environment in which every AWS client, including the CDK's, reaches only the emulator. */
const emulatorEnvironment = (url: string): Record<string, string> => ({
  AWS_ENDPOINT_URL: url,
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_SESSION_TOKEN: 'test',
  AWS_REGION: REGION,
  AWS_DEFAULT_REGION: REGION,
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  CDK_DISABLE_CLI_TELEMETRY: '1',
});

/** Synthesises the stage into a folder; returns the paths of the templates. */
async function synthesise(emulator: string, assembly: string): Promise<string[]> {
  const env = { ...process.env, EMULATOR_URL: emulator };
  await cdk(['synth', '--quiet', '--app', 'node infra/deployed/app.ts', '--output', assembly], env);
  return globSync(join(assembly, '*.template.json'));
}

type Template = { Resources: Record<string, { Properties?: { Metrics?: unknown } }> };

/** The emulator refuses alarms on an expression of several metrics. The tests of the template cover them. */
async function leaveOutUnknown(file: string): Promise<void> {
  const template: Template = JSON.parse(await readFile(file, 'utf8'));
  const known = Object.entries(template.Resources).filter(([, { Properties }]) => Properties?.Metrics === undefined);
  await writeFile(file, JSON.stringify({ ...template, Resources: Object.fromEntries(known) }));
}

const bootstrap = (emulator: string, assembly: string): Promise<string> =>
  cdk(['bootstrap', `aws://${ACCOUNT}/${REGION}`, '--app', assembly], onEmulator(emulator));

/** Deploys what was synthesised; returns the name of the table. */
async function deploy(emulator: string, assembly: string): Promise<string> {
  const outputs = join(assembly, 'outputs.json');
  const answers = ['--require-approval', 'never', '--outputs-file', outputs];
  await cdk(['deploy', '--all', '--app', assembly, ...answers], onEmulator(emulator));
  return JSON.parse(await readFile(outputs, 'utf8'))[stackOf('data')].TableName;
}

const onEmulator = (emulator: string): NodeJS.ProcessEnv => ({ ...process.env, ...emulatorEnvironment(emulator) });

const cdk = (args: string[], env: NodeJS.ProcessEnv): Promise<string> =>
  run('cdk', args, { env, timeoutMs: TIMEOUT_MS });

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDER = join(ROOT, '.local', 'deployed');
const SUITE = join(import.meta.dirname, 'vitest.config.ts');
const CLI = join(ROOT, 'infra', 'cli', 'main.ts');
const CLI_TIMEOUT_MS = 60_000;
const LINT_TIMEOUT_MS = 600_000;
const SUITE_TIMEOUT_MS = 1_200_000;

/** The linter's program, and the folder of this run. */
type Tools = { lint: string; work: string };

const seconds = (): string => `${Math.round(performance.now() / 1000)} s`.padStart(6);
const say = (line: string): boolean => process.stdout.write(`${seconds()}  ${line}\n`);

/** Synthesises, checks and deploys the stage; returns the name of its table. */
async function deployStage(emulator: Emulator, { lint, work }: Tools): Promise<string> {
  const assembly = join(work, STAGE);
  const templates = await synthesise(emulator.url, assembly);
  const strict = ['-r', 'us-east-1', '--non-zero-exit-code', 'error', '--', ...templates];
  await run(lint, strict, { timeoutMs: LINT_TIMEOUT_MS });
  say('synthesised; cfn-lint finds no error');
  for (const template of templates) await leaveOutUnknown(template);
  await bootstrap(emulator.url, assembly);
  const table = await deploy(emulator.url, assembly);
  say(`deployed at ${baseUrlOf(emulator.url)}`);
  return table;
}

/** Opens an account as an operator would; returns its key. It is live, because a deployment sends nothing for a test one. */
async function openAccount(name: string, env: NodeJS.ProcessEnv): Promise<string> {
  const cli = async (...args: string[]): Promise<Record<string, string>> =>
    JSON.parse(await run('node', [CLI, ...args, '--stage', STAGE, '--json'], { env, timeoutMs: CLI_TIMEOUT_MS }));
  const { id = '' } = await cli('accounts', 'create', '--name', name);
  const { apiKey = '' } = await cli('keys', 'create', '--account', id);
  return apiKey;
}

async function testOn(emulator: Emulator, tools: Tools): Promise<void> {
  const TABLE_NAME = await deployStage(emulator, tools);
  const { TABLE_NAME: _, ...env } = onEmulator(emulator.url);
  await run('vitest', ['run', '--config', SUITE], {
    env: {
      ...env,
      TABLE_NAME,
      CREDENTIALS_KEY: credentialsKeyAlias(STAGE),
      API_KEY_CHECKSUM_SECRET: checksumSecretName(STAGE),
      COLLECTIONS_BASE_URL: baseUrlOf(emulator.url),
      COLLECTIONS_API_KEY: await openAccount('One', env),
      COLLECTIONS_OTHER_API_KEY: await openAccount('Another', env),
    },
    timeoutMs: SUITE_TIMEOUT_MS,
    show: true,
  });
}

async function main(python: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const lint = await installTool(python, 'cfn-lint', '1.58.0');
  const ministack = await installTool(python, 'ministack', '1.5.33');
  const work = mkdtempSync(join(FOLDER, 'run-'));
  const emulator = await startEmulator(ministack, join(work, 'emulator.log'));
  const abandon = async (): Promise<void> => {
    await emulator.stop();
    rmSync(work, { recursive: true, force: true });
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void abandon());
  try {
    say(`the emulator answers at ${emulator.url}`);
    await testOn(emulator, { lint, work });
  } catch (error) {
    say(`failed; the output of the emulator and the functions is in ${work}`);
    throw error;
  } finally {
    await emulator.stop();
  }
  rmSync(work, { recursive: true, force: true });
  say('the deployed stage passes the suite');
}

process.chdir(ROOT);
// The emulator and the CDK start the first `node` in the path.
process.env['PATH'] = `${join(ROOT, 'node_modules', '.bin')}:${process.env['PATH']}`;
const python = await findPython();
if (!python) say('not run: no Python 3.11 or newer on this machine');
else
  await main(python).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
