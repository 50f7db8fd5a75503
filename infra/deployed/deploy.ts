/** Deploys a synthesised stage to the emulator, by the same command that deploys it to AWS. */
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './command.ts';
import { type EmulatedStage, stackOf } from './stages.ts';

const ACCOUNT = '000000000000';
const REGION = 'us-east-1';
const TIMEOUT_MS = 600_000;

/** The environment in which every AWS client, including the CDK's, reaches only the emulator. */
export const emulatorEnvironment = (url: string): Record<string, string> => ({
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

/** Synthesises a stage into a folder; returns the paths of the templates. */
export async function synthesise(emulator: string, stage: EmulatedStage, assembly: string): Promise<string[]> {
  const env = { ...process.env, EMULATOR_URL: emulator, STAGE: stage };
  await cdk(['synth', '--quiet', '--app', 'node infra/deployed/app.ts', '--output', assembly], env);
  return globSync(join(assembly, '*.template.json'));
}

type Template = { Resources: Record<string, { Properties?: { Metrics?: unknown } }> };

/** The emulator refuses alarms on an expression of several metrics. The tests of the template cover them. */
export async function leaveOutUnknown(file: string): Promise<void> {
  const template: Template = JSON.parse(await readFile(file, 'utf8'));
  const known = Object.entries(template.Resources).filter(([, { Properties }]) => Properties?.Metrics === undefined);
  await writeFile(file, JSON.stringify({ ...template, Resources: Object.fromEntries(known) }));
}

export const bootstrap = (emulator: string, assembly: string): Promise<string> =>
  cdk(['bootstrap', `aws://${ACCOUNT}/${REGION}`, '--app', assembly], onEmulator(emulator));

/** Deploys what was synthesised; returns the name of the table. */
export async function deploy(emulator: string, stage: EmulatedStage, assembly: string): Promise<string> {
  const outputs = join(assembly, 'outputs.json');
  const answers = ['--require-approval', 'never', '--outputs-file', outputs];
  await cdk(['deploy', '--all', '--app', assembly, ...answers], onEmulator(emulator));
  return JSON.parse(await readFile(outputs, 'utf8'))[stackOf(stage, 'data')].TableName;
}

const onEmulator = (emulator: string): NodeJS.ProcessEnv => ({ ...process.env, ...emulatorEnvironment(emulator) });

const cdk = (args: string[], env: NodeJS.ProcessEnv): Promise<string> =>
  run('cdk', args, { env, timeoutMs: TIMEOUT_MS });
