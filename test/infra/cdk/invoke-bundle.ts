/** Calls a bundle as Lambda would: alone in a folder, in a fresh process that has nothing but a function's environment. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const RUN = `
  const [file, event] = process.argv.slice(1);
  const context = { awsRequestId: 'an-invocation', functionName: 'test', getRemainingTimeInMillis: () => 10_000 };
  require(file).handler(JSON.parse(event), context).then(
    (answer) => { console.log(); console.log(JSON.stringify(answer ?? null)); },
    (error) => { console.error(error); process.exitCode = 1; },
  );
`;

const ENVIRONMENT = {
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'a-secret',
  AWS_SESSION_TOKEN: 'a-session-token',
  AWS_LAMBDA_FUNCTION_NAME: 'test',
  TABLE_NAME: 'collections',
  RUNS_QUEUE_URL: 'https://sqs.eu-west-1.amazonaws.com/111111111111/runs',
  API_KEY_CHECKSUM_KEYS: 'a-key',
  BASE_URL: 'https://collections.example',
  // Whatever reaches for the network without being told where fails at once.
  AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1',
  AWS_ENDPOINT_URL_SQS: 'http://127.0.0.1:1',
};

type Answer = Record<string, string> & { statusCode: number; body: string };

export async function invokeBundle(
  bundle: string,
  event: object,
  environment: NodeJS.ProcessEnv = {},
): Promise<Answer> {
  const env = { ...ENVIRONMENT, ...environment };
  const folder = await mkdtemp(join(tmpdir(), 'collections-bundle-'));
  try {
    await cp(bundle, folder, { recursive: true });
    const args = ['--eval', RUN, join(folder, 'index.js'), JSON.stringify(event)];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env, cwd: folder, timeout: 20_000 });
    return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
