/** A merchant and their customers, who go on calling while the service under them is changed, and keep account of what they were answered. */
import { setTimeout as sleep } from 'node:timers/promises';

/** `status` is 0 where no answer came. */
type Answer = { status: number; call: string; text: string };

export type Caller = {
  call: (method: string, path: string, body?: object) => Promise<Answer>;
  /** Makes a collection that expects this; resolves with its path. */
  create: (more?: object) => Promise<string>;
  /** Begins to call, one call after the other, until `stop`. */
  start: () => void;
  stop: () => Promise<void>;
  /** All that was answered so far, oldest first. */
  answers: () => readonly Answer[];
};

const PAUSE_MS = 100;
const ngn = (value: number) => ({ value, currency: 'NGN' });

/** A payment that the merchant records; `transaction` tells it from others of the collection. */
export const cash = (value: number, transaction: string) => ({ amount: ngn(value), method: 'cash', transaction });

export function callerOf(baseUrl: string, apiKey: string): Caller {
  const answers: Answer[] = [];
  let stopped = true;
  let calling = Promise.resolve();
  let created = 0;

  const ask = async (method: string, url: string, body?: object): Promise<Answer> => {
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
    const call = `${method} ${url.replace(baseUrl, '')}`;
    const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) }).then(
      async (response) => ({ status: response.status, call, text: await response.text() }),
      (error: unknown) => ({ status: 0, call, text: String(error) }),
    );
    answers.push(answer);
    return answer;
  };
  const call: Caller['call'] = (method, path, body) => ask(method, `${baseUrl}${path}`, body);
  const create: Caller['create'] = async (more = {}) => {
    created += 1;
    const contact = { firstName: 'Ada', lastName: 'Obi', phone: '+2348031234567', email: `ada${created}@example.com` };
    const body = { reference: `upgraded-${created}`, amount: ngn(45_000), contact, ...more };
    const { status, text } = await call('POST', '/public/collections', body);
    if (status !== 201) throw new Error(`a create was answered ${status}: ${text}`);
    return `/public/collections/${JSON.parse(text).data.id}`;
  };
  const live = async (): Promise<void> => {
    const path = await create({ payable: { enabled: true, methods: ['payment_link'] }, expiresIn: 600 });
    const { text } = await call('GET', path);
    await call('GET', `${path}/follow-ups`);
    await call('GET', '/public/collections?limit=20&page=1');
    await ask('GET', JSON.parse(text).data.payable.options[0].link);
    await call('POST', `${path}/payments`, cash(45_000, path));
    await call('GET', '/public/events?limit=5');
  };
  const goOn = async (): Promise<void> => {
    while (!stopped) {
      await live().catch(() => {});
      await sleep(PAUSE_MS);
    }
  };
  return {
    call,
    create,
    start: () => {
      stopped = false;
      calling = goOn();
    },
    stop: () => {
      stopped = true;
      return calling;
    },
    answers: () => answers,
  };
}
