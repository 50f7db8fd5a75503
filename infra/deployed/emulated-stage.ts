/** A stage on the emulator: synthesised, deployed and opened by the files of a checkout, which may be that of a release. */
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { run } from './command.ts';
import { fitToEmulator } from './fit-to-emulator.ts';
import { STAGE, stackOf } from './stage.ts';

const ACCOUNT = '000000000000';
const REGION = 'us-east-1';
const TIMEOUT_MS = 600_000;
const CLI_TIMEOUT_MS = 60_000;

/** The folder of these files. */
export const ROOT = join(import.meta.dirname, '..', '..');

/** Everything here goes by the programs of the checkout: the emulator and the CDK start the first `node` in the path. */
export const pathOf = (checkout: string): string =>
  [join(checkout, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);

/** The environment in which every AWS client, including the CDK's, reaches only the emulator. */
export const onEmulator = (url: string, checkout = ROOT): NodeJS.ProcessEnv => {
  const { TABLE_NAME: _, ...env } = process.env;
  return {
    ...env,
    PATH: pathOf(checkout),
    EMULATOR_URL: url,
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
  };
};

/**
 * `checkout` has its packages installed; `assembly` is an empty folder; `holdsAliases`: those that CodeDeploy would move stay at the first version.
 */
export type Deployment = {
  emulator: string;
  checkout: string;
  assembly: string;
  hasCanary?: boolean;
  holdsAliases?: boolean;
};

async function cdk({ emulator, checkout, hasCanary }: Deployment, ...args: string[]): Promise<string> {
  const env = {
    ...onEmulator(emulator, checkout),
    ...(hasCanary && { CANARY: 'yes' }),
  };
  return run('cdk', args, { env, cwd: checkout, timeoutMs: TIMEOUT_MS });
}

/** Synthesises the stage; returns the paths of the templates. */
export async function synthesise(deployment: Deployment): Promise<string[]> {
  await cdk(deployment, 'synth', '--quiet', '--app', 'node infra/deployed/app.ts', '--output', deployment.assembly);
  return globSync(join(deployment.assembly, '*.template.json'));
}

/** Deploys what was synthesised; returns the name of the table. */
export async function deploy(deployment: Deployment, templates: readonly string[]): Promise<string> {
  const { assembly, holdsAliases } = deployment;
  for (const template of templates)
    fitToEmulator(template, { tableName: `${stackOf('data')}-DataTable`, ...(holdsAliases && { holdsAliases }) });
  await cdk(deployment, 'bootstrap', `aws://${ACCOUNT}/${REGION}`, '--app', assembly);
  const outputs = join(assembly, 'outputs.json');
  const answers = ['--require-approval', 'never', '--outputs-file', outputs];
  await cdk(deployment, 'deploy', '--all', '--app', assembly, ...answers);
  return JSON.parse(await readFile(outputs, 'utf8'))[stackOf('data')].TableName;
}

/** Opens an account as an operator would; returns its key. It is live, because a deployment sends nothing for a test one. */
export async function openAccount(name: string, emulator: string, checkout = ROOT): Promise<string> {
  const options = { env: onEmulator(emulator, checkout), cwd: checkout, timeoutMs: CLI_TIMEOUT_MS };
  const cli = async (...args: string[]): Promise<Record<string, string>> =>
    JSON.parse(await run('node', ['infra/cli/main.ts', ...args, '--stage', STAGE, '--json'], options));
  const { id = '' } = await cli('accounts', 'create', '--name', name);
  const { apiKey = '' } = await cli('keys', 'create', '--account', id);
  return apiKey;
}
