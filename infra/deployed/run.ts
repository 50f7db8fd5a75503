/** Deploys one stage to an emulator of AWS, and runs the journeys and the tests of what only a deployment has against it. */
import { join } from 'node:path';
import { checksumSecretName, credentialsKeyAlias } from '#infra/cdk/stages.ts';
import { run } from './command.ts';
import { deploy, onEmulator, openAccount, ROOT, synthesise } from './emulated-stage.ts';
import { type EmulatorRun, installTool, onAnEmulator, say } from './emulator.ts';
import { baseUrlOf, STAGE } from './stage.ts';

const SUITE = join(import.meta.dirname, 'vitest.config.ts');
const LINT_TIMEOUT_MS = 600_000;
const SUITE_TIMEOUT_MS = 1_200_000;

/** Synthesises, checks and deploys the stage; returns the name of its table. */
async function deployStage({ url, python, work }: EmulatorRun): Promise<string> {
  const lint = await installTool(python, 'cfn-lint', '1.58.0');
  const deployment = { emulator: url, checkout: ROOT, assembly: join(work, STAGE) };
  const templates = await synthesise(deployment);
  const strict = ['-r', 'us-east-1', '--non-zero-exit-code', 'error', '--', ...templates];
  await run(lint, strict, { timeoutMs: LINT_TIMEOUT_MS });
  say('synthesised; cfn-lint finds no error');
  const table = await deploy(deployment, templates);
  say(`deployed at ${baseUrlOf(url)}`);
  return table;
}

await onAnEmulator(async (emulator) => {
  const { url } = emulator;
  const TABLE_NAME = await deployStage(emulator);
  await run('vitest', ['run', '--config', SUITE], {
    env: {
      ...onEmulator(url),
      TABLE_NAME,
      CREDENTIALS_KEY: credentialsKeyAlias(STAGE),
      API_KEY_CHECKSUM_SECRET: checksumSecretName(STAGE),
      COLLECTIONS_BASE_URL: baseUrlOf(url),
      COLLECTIONS_API_KEY: await openAccount('One', url),
      COLLECTIONS_OTHER_API_KEY: await openAccount('Another', url),
    },
    timeoutMs: SUITE_TIMEOUT_MS,
    show: true,
  });
  say('the deployed stage passes the suite');
});
