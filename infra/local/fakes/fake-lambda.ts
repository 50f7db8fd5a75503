/** A fake of Lambda: Invoke, which runs the function in this process. */
import { randomUUID } from 'node:crypto';
import { AwsRefusal, restError } from './aws-refusal.ts';
import { type Fake, readJson } from './fake.ts';

/** Runs the function of that name; when it rejects, the function has failed, not the call. */
export type OnInvoke = (functionName: string, payload: unknown) => Promise<unknown>;

export type FakeLambda = Fake & {
  /** Resolves when no function runs that was invoked as an event. */
  idle(): Promise<void>;
};

const PATH = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;
const NAME_IN_ARN = /^(?:arn:aws[a-z-]*:lambda:[a-z0-9-]+:)?(?:\d{12}:)?(?:function:)?([\w-]+)(?::[\w$-]+)?$/;

const refusal = (status: number, type: string, message: string): AwsRefusal =>
  new AwsRefusal({ status, type, message, details: { Type: 'User' } });

export function fakeLambda(onInvoke: OnInvoke): FakeLambda {
  const running = new Set<Promise<unknown>>();
  return {
    signingName: 'lambda',
    answers: ({ method, url }) => method === 'POST' && PATH.test(url.pathname),
    spellError: restError('Message'),
    idle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
    answer: async ({ url, headers, body }) => {
      const given = decodeURIComponent(PATH.exec(url.pathname)?.[1] ?? '');
      const [, name] = NAME_IN_ARN.exec(given) ?? [];
      if (name === undefined) throw refusal(400, 'InvalidParameterValueException', `Invalid function name: ${given}`);
      const payload = body.length === 0 ? {} : readJson(body.toString());
      if (payload === undefined) {
        throw refusal(400, 'InvalidRequestContentException', 'Could not parse request body into json');
      }
      if (headers['x-amz-invocation-type'] === 'DryRun') return { status: 204 };
      const run = Promise.resolve().then(() => onInvoke(name, payload));
      if (headers['x-amz-invocation-type'] === 'Event') {
        const finished = run.catch((error: unknown) => console.error(`${name} failed:`, error));
        running.add(finished);
        void finished.then(() => running.delete(finished));
        return { status: 202 };
      }
      return await run.then(returned, failed);
    },
  };
}

const HEADERS = { 'x-amz-executed-version': '$LATEST' };

const returned = (result: unknown) => ({ status: 200, headers: HEADERS, body: result ?? null });

function failed(error: unknown) {
  const { name = 'Error', message = String(error) } = error instanceof Error ? error : {};
  return {
    status: 200,
    headers: { ...HEADERS, 'x-amz-function-error': 'Unhandled', 'x-amzn-requestid': randomUUID() },
    body: { errorType: name, errorMessage: message, trace: [] },
  };
}
