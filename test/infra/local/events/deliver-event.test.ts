/** Events from AWS: a consumer that fails gets them again, as with Lambda's asynchronous invocations. */
import { describe, expect, it } from 'vitest';
import { deliverEvent } from '#infra/local/events/deliver-event.ts';

describe('an event', () => {
  it('reaches its consumer again when it fails, as Lambda tries it three times', async () => {
    let calls = 0;
    const consume = async () => {
      calls += 1;
      if (calls < 3) throw new Error('too early');
    };
    expect([await deliverEvent(consume), calls]).toEqual([{ delivered: true, status: 200 }, 3]);
  });

  it('that nobody can consume is told of', async () => {
    expect(await deliverEvent(() => Promise.reject(new Error('unknown message')))).toEqual({
      delivered: false,
      status: 500,
    });
  });
});
