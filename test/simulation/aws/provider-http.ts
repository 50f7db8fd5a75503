/** The providers' side of the network: `fetch` as far as our adapters use it, with requests that meet the same fate as any. */
import type { World } from '#test/simulation/world/world.ts';
import { exchange } from './exchange.ts';

/** What a provider answers. */
export type Reply = { status: number; json: object };

export type Provider = (request: { method: string; path: string; key: string; body: unknown }) => Reply;

type Init = { method?: string; headers?: Record<string, string>; body?: string; signal?: AbortSignal };

/** An answer that the network turns into an error, to carry it past whoever waits for the real one. */
class Failed extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`answered ${status}`);
    this.status = status;
  }
}

/** Time limits run on this world's clock. */
const limits = new WeakMap<AbortSignal, { controller: AbortController; until: number }>();

export function createNetwork(world: World, provider: Provider) {
  const { kernel } = world;

  function timeout(milliseconds: number): AbortSignal {
    const controller = new AbortController();
    limits.set(controller.signal, { controller, until: kernel.now() + milliseconds });
    return controller.signal;
  }

  async function fetch(url: string, { method = 'GET', headers = {}, body, signal }: Init): Promise<object> {
    const limit = signal && limits.get(signal);
    const request = {
      method,
      path: url.replace(/^https:\/\/[^/]+/, ''),
      key: headers['authorization']?.replace('Bearer ', '') ?? '',
      body: body === undefined ? undefined : JSON.parse(body),
    };
    try {
      return await exchange<object>(world, {
        service: 'provider',
        what: `provider ${method} ${request.path}`,
        timeoutMs: Math.max(1, (limit?.until ?? Number.POSITIVE_INFINITY) - kernel.now()),
        gaveUp: () => {
          limit?.controller.abort();
          return Object.assign(new Error('aborted'), { name: 'AbortError' });
        },
        throttled: () => new Failed(429),
        broken: () => new Failed(500),
        serve: (answer) => {
          const { status, json } = provider(request);
          answer({ value: response(status, json) });
        },
      });
    } catch (error) {
      if (error instanceof Failed) return response(error.status, {});
      throw error;
    }
  }

  return { fetch, timeout };
}

/** As much of a Response as is looked at. */
function response(status: number, json: object): object {
  const text = Buffer.from(JSON.stringify(json));
  const body = Object.assign([text], { cancel: async () => {} });
  return { status, ok: status < 300, body };
}
