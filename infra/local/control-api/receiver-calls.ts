/** `/_local/receiver`: the receiver of webhooks inside the local run, and what it has received. */
import { RECEIVER_PATH, type Receiver } from '#infra/local/receiver/receiver.ts';
import type { LocalCalls } from './local-call.ts';
import { BadCall, plainJson, readObject } from './plain-json.ts';

export const receiverCalls = (receiver: Receiver): LocalCalls => ({
  'GET /_local/receiver': async () => plainJson(200, await shown(receiver)),

  'POST /_local/receiver': async ({ body }) => {
    const { answer } = readObject(body || '{}', ['answer']);
    if (answer !== undefined) receiver.answerWith(readStatus(answer));
    await receiver.open();
    return plainJson(200, await shown(receiver));
  },

  [`POST ${RECEIVER_PATH}`]: async ({ headers, body }) => {
    const status = await receiver.receive({ headers, body });
    return plainJson(status, { answered: status });
  },
});

const shown = async (receiver: Receiver) => ({
  endpoint: (await receiver.endpoint()) ?? null,
  answer: receiver.answers(),
  webhooks: receiver.received(),
});

function readStatus(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 200 && value <= 599) return value;
  throw new BadCall('answer must be an HTTP status from 200 to 599');
}
