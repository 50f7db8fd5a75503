/** Calls a function as API Gateway and Lambda do: with a context and a time limit; what it throws becomes a 500. */
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { edgeAnswer } from './server.ts';

export type ApiHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** API Gateway's limit for an integration. */
const LIMIT_MS = 29_000;

type Call = { name: string; handler: ApiHandler; event: APIGatewayProxyEvent };

export async function invoke({ name, handler, event }: Call): Promise<APIGatewayProxyResult> {
  const { requestId } = event.requestContext;
  const { promise: timeout, resolve: timedOut } = Promise.withResolvers<APIGatewayProxyResult>();
  const timer = setTimeout(() => timedOut(edgeAnswer('timedOut', requestId)), LIMIT_MS);
  try {
    const answer = await Promise.race([handler(event, lambdaContext(name, requestId, LIMIT_MS)), timeout]);
    if (Number.isInteger(answer?.statusCode)) return answer;
    throw new TypeError(`${name} returned no status code`);
  } catch (error) {
    console.error(`${name} failed (request ${requestId}):`, error);
    return edgeAnswer('failed', requestId);
  } finally {
    clearTimeout(timer);
  }
}

export function lambdaContext(functionName: string, awsRequestId: string, limitMs: number): Context {
  const deadline = performance.now() + limitMs;
  return {
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${functionName}`,
    memoryLimitInMB: '1024',
    awsRequestId,
    logGroupName: functionName,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, deadline - performance.now()),
    done: () => {},
    fail: () => {},
    succeed: () => {},
  };
}

/** The invocations that have not ended yet. */
export type InFlight = {
  track<Result>(work: Promise<Result>): Promise<Result>;
  /** Resolves when every invocation that is in flight now has ended, well or not. */
  idle(): Promise<void>;
};

export function createInFlight(): InFlight {
  const running = new Set<Promise<unknown>>();
  return {
    track: (work) => {
      running.add(work);
      const ended = () => running.delete(work);
      work.then(ended, ended);
      return work;
    },
    idle: async () => {
      await Promise.allSettled([...running]);
    },
  };
}
