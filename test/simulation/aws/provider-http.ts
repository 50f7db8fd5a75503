/** A fake of `fetch` for the adapters of payment providers; its requests have the same faults as all others. */
import type { World } from '#test/simulation/world/world.ts';
import { exchange } from './exchange.ts';

/** The answer of a provider. */
export type Reply = { status: number; json: object };

export type ProviderRequest = { method: string; host: string; path: string; key: string; body: unknown };

export type Provider = (request: ProviderRequest) => Reply;

type Init = { method?: string; headers?: Record<string, string>; body?: string; signal?: AbortSignal };

/** An answer that the network turned into an error. */
class Failed extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`answered ${status}`);
    this.status = status;
  }
}

/** Time limits use the clock of this world. */
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
    const [, host = '', path = ''] = /^https:\/\/([^/]+)(.*)$/s.exec(url) ?? [];
    const request = {
      method,
      host,
      path,
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
          const { status, json } = world.seams.provider(request, provider);
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

/** The parts of a Response that the adapters read. */
function response(status: number, json: object): object {
  const text = Buffer.from(JSON.stringify(json));
  const body = Object.assign([text], { cancel: async () => {} });
  return { status, ok: status < 300, body };
}
