/** Deploys the synthesised stack to the emulator, by the same command that deploys it to AWS. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './command.ts';

const ACCOUNT = '000000000000';
const REGION = 'us-east-1';
const STACK = 'Collections';
const API_ID = 'collections';
const TIMEOUT_MS = 180_000;

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

/** The address of the API: in the emulator, a tag sets its id. */
export const baseUrlAt = (url: string): string => `${url}/restapis/${API_ID}/live/_user_request_`;

/** A sender for every channel. The emulator cannot create a configuration set for SMS, so one is named here. */
const SENDERS = {
  whatsappPhoneNumberId: `phone-number-id-${'0'.repeat(32)}`,
  smsOriginationIdentity: 'Collect',
  smsConfigurationSet: 'collections-sms',
  emailFrom: 'reminders@collections.example',
};

/** Synthesises into a folder; returns the template's path. */
export async function synthesise(baseUrl: string, assembly: string): Promise<string> {
  const settings = Object.entries({ baseUrl, ...SENDERS }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  await cdk(['synth', '--quiet', '--output', assembly, ...settings]);
  return templateIn(assembly);
}

const templateIn = (assembly: string): string => join(assembly, `${STACK}.template.json`);

type Template = { Resources: Record<string, { Properties?: { Metrics?: unknown } }> };

/** The emulator refuses alarms on an expression of several metrics. The tests of the template cover them. */
async function leaveOutExpressions(file: string): Promise<void> {
  const template: Template = JSON.parse(await readFile(file, 'utf8'));
  const known = Object.entries(template.Resources).filter(([, { Properties }]) => Properties?.Metrics === undefined);
  await writeFile(file, JSON.stringify({ ...template, Resources: Object.fromEntries(known) }));
}

/** Bootstraps and deploys what was synthesised; returns the name of the table. */
export async function deploy(url: string, assembly: string): Promise<string> {
  const env = { ...process.env, ...emulatorEnvironment(url) };
  const outputs = join(assembly, 'outputs.json');
  await leaveOutExpressions(templateIn(assembly));
  await cdk(['bootstrap', `aws://${ACCOUNT}/${REGION}`, '--app', assembly], env);
  const answers = ['--require-approval', 'never', '--outputs-file', outputs, '--tags', `ms-custom-id=${API_ID}`];
  await cdk(['deploy', STACK, '--app', assembly, ...answers], env);
  return JSON.parse(await readFile(outputs, 'utf8'))[STACK].TableName;
}

const cdk = (args: string[], env: NodeJS.ProcessEnv = process.env): Promise<string> =>
  run('cdk', args, { env, timeoutMs: TIMEOUT_MS });
