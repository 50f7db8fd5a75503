/** A fault in our own code for a channel costs one message at most, and is counted: nothing else tells of it. */
import { afterEach, expect, it, vi } from 'vitest';
import { ADAPTERS } from '#lib/channels/adapters.ts';
import { openChannels } from '#lib/channels/send.ts';
import { clock } from '#lib/clock.ts';
import { log } from '#lib/log.ts';
import { captureLogs } from '#test/support/logs.ts';

const logs = captureLogs();
afterEach(() => vi.restoreAllMocks());

const senders = { email: { address: 'pay@example.com' } };
const message = { channel: 'email', subject: 'a', text: 'b', html: 'c', headers: {} };

/** A channel whose code does this at the preparation, and this at the request. */
async function sent(prepare: () => void, request: () => void) {
  const ask = async () => {
    request();
    return 'message-1';
  };
  const opened = {
    verdicts: {},
    prepare: () => {
      prepare();
      return ask;
    },
  };
  vi.spyOn(ADAPTERS.email, 'open').mockResolvedValue((() => opened) as never);
  const { send } = openChannels({ settings: { senders } as never, clock, log });
  const outcome = await send({ to: 'ada@example.com', message, fromName: 'Shop', timeToLiveSeconds: 60 } as never);
  const faults = logs.lines.map((line) => JSON.parse(line)).filter(({ fault }) => fault === 1);
  return { outcome, faults: faults.map(({ event, channel, error }) => [event, channel, error]) };
}

const nothing = () => {};
const throws = (error: Error) => () => {
  throw error;
};

it('whatever is thrown before the request is a fault, and nothing was sent', async () => {
  expect(await sent(throws(new Error('planted')), nothing)).toEqual({
    outcome: { kind: 'refused', reason: 'unsendable' },
    faults: [['channel_adapter_failed', 'email', 'Error']],
  });
});

it('of the request only what no service throws is a fault, and the message may have been sent', async () => {
  expect(await sent(nothing, throws(new TypeError('planted')))).toMatchObject({
    outcome: { kind: 'ambiguous' },
    faults: [['channel_adapter_failed', 'email', 'TypeError']],
  });
  logs.lines.length = 0;
  expect(await sent(nothing, throws(new Error('the network')))).toMatchObject({
    outcome: { kind: 'ambiguous' },
    faults: [],
  });
  expect(await sent(nothing, nothing)).toEqual({ outcome: { kind: 'accepted', messageId: 'message-1' }, faults: [] });
});
