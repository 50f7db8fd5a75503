/** Calls a bundle as Lambda would: alone in a folder, with modules of its own and nothing but a function's environment. */
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ROUTES } from '#lib/contract/routes.ts';

const RUN = `
  const { parentPort, workerData } = require('node:worker_threads');
  const context = { awsRequestId: 'an-invocation', functionName: 'test', getRemainingTimeInMillis: () => 10_000 };
  const lines = [];
  process.stdout.write = (line) => lines.push(String(line)) > 0;
  const { handler } = require(workerData.file);
  const answerInTurn = async () => {
    const answers = [];
    for (const event of workerData.events) answers.push((await handler(event, context)) ?? null);
    parentPort.postMessage(JSON.stringify({ answers, lines }));
  };
  answerInTurn();
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

export async function invokeBundle(bundle: string, event: object, environment?: NodeJS.ProcessEnv): Promise<Answer> {
  const [answer] = await invokeInTurn(bundle, [event], environment);
  return answer as Answer;
}

/** One instance gets one event after another. */
export const invokeInTurn = async (...invoked: Parameters<typeof invokeLogged>): Promise<Answer[]> =>
  (await invokeLogged(...invoked)).answers;

/** `lines`: what it wrote to its log. */
export async function invokeLogged(
  bundle: string,
  events: readonly object[],
  environment: NodeJS.ProcessEnv = {},
): Promise<{ answers: Answer[]; lines: string[] }> {
  const env = { ...ENVIRONMENT, ...environment };
  const folder = await mkdtemp(join(tmpdir(), 'collections-bundle-'));
  try {
    await cp(bundle, folder, { recursive: true });
    const workerData = { file: join(folder, 'index.js'), events };
    // A thread shares no module and no variable with this process, and starts in a fraction of the time of another process.
    const thread = new Worker(RUN, { eval: true, env, execArgv: [], workerData, stdout: true, stderr: true });
    try {
      const [answered] = await Promise.race([once(thread, 'message'), once(thread, 'exit')]);
      if (typeof answered !== 'string') throw new Error(`${bundle} ended without an answer`);
      return JSON.parse(answered);
    } finally {
      await thread.terminate();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The event of the gateway for an operation of the API, without a body. */
export const request = (operation: string, headers: Record<string, string> = {}) => {
  const route = ROUTES.find((each) => each.operation === operation) ?? { method: 'GET', path: '/nowhere' };
  const several = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
  return {
    resource: route.path,
    path: route.path.replace('{id}', 'unknown'),
    httpMethod: route.method,
    headers,
    multiValueHeaders: several,
    pathParameters: route.path.includes('{id}') ? { id: 'unknown' } : null,
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    requestContext: { requestId: 'a-request', stage: 'live', path: `/live${route.path}` },
    body: null,
    isBase64Encoded: false,
  };
};
