/** What an operator does during the loss of a Region: types commands in a checkout of their own, with its settings. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '#infra/deployed/command.ts';
import { copyOfCheckout } from '#infra/deployed/copy-of-checkout.ts';
import { onEmulator } from '#infra/deployed/emulated-stage.ts';
import { installTool } from '#infra/deployed/emulator.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of AWS and of the service, read as an operator and a merchant read them.
export type Json = Record<string, any>;

type Typed = { region: string; input?: string };

export type Operator = {
  /** Types a command; resolves with what it prints. @throws Error with it, when the command fails */
  type: (command: string, typed: Typed) => Promise<string>;
  /** Asks AWS in a Region. */
  ask: (command: string, region: string) => Promise<Json>;
  /** Uses the service's own command line. */
  cli: (command: string, typed: Typed) => Promise<Json>;
  /** Writes the private settings of the stage. */
  settle: (settings: Json) => void;
  /** Writes a file that a command reads. */
  write: (name: string, content: string) => void;
  outputsOf: (stack: string, region: string) => Promise<Record<string, string>>;
};

const COMMAND_TIMEOUT_MS = 600_000;
const AWS_CLI_VERSION = '1.46.3';

type Needs = { work: string; python: string; aws: string; variables: Record<string, string> };

/** `aws`: where it answers. `variables`: of every function, and of the operator. */
export async function anOperator({ work, python, aws, variables }: Needs): Promise<Operator> {
  const program = await installTool(python, 'awscli', AWS_CLI_VERSION, 'aws');
  const checkout = await copyOfCheckout(join(work, 'checkout'));
  const write: Operator['write'] = (name, content) => writeFileSync(join(checkout, name), content);
  const cdk = JSON.parse(readFileSync(join(checkout, 'cdk.json'), 'utf8'));
  const app = 'node infra/deployed/region-loss/fitted-app.ts';
  write('cdk.json', JSON.stringify({ ...cdk, app, requireApproval: 'never' }));

  const type: Operator['type'] = (command, { region, input = '' }) => {
    const env = {
      ...onEmulator(aws, checkout),
      ...variables,
      FUNCTION_VARIABLES: JSON.stringify(variables),
      AWS_REGION: region,
      AWS_DEFAULT_REGION: region,
      INPUT: input,
      // The packages are here; `npm run deploy` would look for them.
      npm_config_ignore_scripts: 'true',
    };
    const line = `printf '%s' "$INPUT" | ${command.replace(/^aws /, `${program} `)}`;
    return run('bash', ['-c', line], { env, cwd: checkout, timeoutMs: COMMAND_TIMEOUT_MS });
  };
  const ask: Operator['ask'] = async (command, region) =>
    JSON.parse((await type(`aws ${command} --region ${region} --output json`, { region })) || '{}');
  return {
    type,
    ask,
    cli: async (command, typed) => JSON.parse(await type(`npm run -s cli -- ${command} --stage prod --json`, typed)),
    settle: (settings) => write('infra/cdk/stages.private.json', JSON.stringify({ prod: settings })),
    write,
    outputsOf: async (stack, region) => {
      const { Stacks } = await ask(`cloudformation describe-stacks --stack-name collections-prod-${stack}`, region);
      return Object.fromEntries(Stacks[0].Outputs.map((each: Json) => [each['OutputKey'], each['OutputValue']]));
    },
  };
}
