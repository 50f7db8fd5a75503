/** Delivery of events, with retries as in Lambda's asynchronous invocations. */
import { expect, it } from 'vitest';
import { deliverEvent } from '#infra/local/control-api/message-calls.ts';

it('an event is delivered up to three times while its function fails, as by Lambda', async () => {
  let calls = 0;
  const consume = async () => {
    calls += 1;
    if (calls < 3) throw new Error('too early');
  };
  expect([await deliverEvent(consume), calls]).toEqual([{ delivered: true, status: 200 }, 3]);
});

it('an event whose function fails three times is answered as not delivered', async () => {
  expect(await deliverEvent(() => Promise.reject(new Error('unknown message')))).toEqual({
    delivered: false,
    status: 500,
  });
});
