/** The fake of Lambda's Invoke, called by the SDK's client. */
import { InvokeCommand, type InvokeCommandInput, LambdaClient } from '@aws-sdk/client-lambda';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openFakes, type TestFakes } from './open-fakes.ts';

const ARN = 'arn:aws:lambda:us-east-1:000000000000:function:follow-up';

let aws: TestFakes;
let client: LambdaClient;

beforeAll(async () => {
  aws = await openFakes();
  client = new LambdaClient({ maxAttempts: 1 });
});

beforeEach(() => {
  aws.invoked.length = 0;
  aws.run = async (payload) => payload;
});

async function invoke(given: Partial<InvokeCommandInput> = {}) {
  const { StatusCode, FunctionError, Payload } = await client.send(
    new InvokeCommand({ FunctionName: 'follow-up', Payload: new TextEncoder().encode('{"a":1}'), ...given }),
  );
  // The SDK's word for an empty payload is null, whatever its types say.
  const result = Payload?.length ? (JSON.parse(new TextDecoder().decode(Payload)) as unknown) : undefined;
  return { StatusCode, FunctionError, result };
}

it.each(['follow-up', ARN, `${ARN}:live`, '000000000000:function:follow-up'])(
  'Invoke runs the function named by %s and answers with its result',
  async (FunctionName) => {
    aws.run = async () => ({ sent: true });
    expect(await invoke({ FunctionName })).toEqual({
      StatusCode: 200,
      FunctionError: undefined,
      result: { sent: true },
    });
    expect(aws.invoked).toEqual([{ functionName: 'follow-up', payload: { a: 1 } }]);
  },
);

it('Invoke answers null for a function that returns nothing', async () => {
  aws.run = async () => undefined;
  expect(await invoke()).toMatchObject({ StatusCode: 200, result: null });
});

it('a failure of the function is answered as such, and not as a failure of the call', async () => {
  aws.run = async () => Promise.reject(new RangeError('too far'));
  expect(await invoke()).toEqual({
    StatusCode: 200,
    FunctionError: 'Unhandled',
    result: { errorType: 'RangeError', errorMessage: 'too far', trace: [] },
  });
});

it('an invocation as an event is answered at once, and idle() waits for it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  aws.run = () => promise;
  expect(await invoke({ InvocationType: 'Event' })).toMatchObject({ StatusCode: 202, result: undefined });
  let idle = false;
  const waiting = aws.idle().then(() => {
    idle = true;
  });
  await new Promise((next) => setTimeout(next, 50));
  expect([aws.invoked.length, idle]).toEqual([1, false]);
  resolve();
  await waiting;
});

it('the fake goes on after an event whose function fails', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  aws.run = async () => Promise.reject(new Error('no'));
  expect(await invoke({ InvocationType: 'Event' })).toMatchObject({ StatusCode: 202 });
  await aws.idle();
  expect(said).toHaveBeenCalledOnce();
  said.mockRestore();
  aws.run = async () => 'well';
  expect(await invoke()).toMatchObject({ result: 'well' });
});

it('Invoke refuses a payload that is not JSON', async () => {
  await expect(invoke({ Payload: new TextEncoder().encode('{') })).rejects.toMatchObject({
    name: 'InvalidRequestContentException',
  });
});
