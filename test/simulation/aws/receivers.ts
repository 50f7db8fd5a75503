/** The receivers of webhooks: they answer late, wrongly or not at all, are down for hours, and are gone. */
import type { Posted } from '#lib/webhook/post.ts';
import type { World } from '#test/simulation/world/world.ts';
import { exchange } from './exchange.ts';

const TIMEOUT_MS = 15_000;
const HOUR = 3_600_000;
const MAX_DOWN_HOURS = 9;

export type SentWebhook = { url: string; headers: Record<string, string>; body: string };

export type Receivers = {
  /** In the place of the HTTP client. */
  post: (webhook: SentWebhook) => Promise<Posted>;
  /** What each address has accepted: the bodies by the ids of their events. */
  accepted: Map<string, Map<string, string>>;
  /** Each attempt that was answered, as its sender saw it; those of the table before a restore among them. */
  posts: (Posted & { url: string; event: string })[];
  /** What has answered 410, with an event of its own, by the invocation that was told so. */
  gone: Map<number, { url: string; at: number }>;
  /** Addresses that answer 410 to everything. */
  refused: Set<string>;
  /** Until then merchants change their endpoints. */
  busyUntil: number;
};

/** An answer that is no success, as the exchange reports it. */
class Refusal extends Error {
  readonly posted: Omit<Posted, 'milliseconds'>;
  constructor(posted: Omit<Posted, 'milliseconds'>) {
    super('refused');
    this.posted = posted;
  }
}

export function createReceivers(world: World): Receivers {
  const { kernel, faults } = world;
  const accepted: Receivers['accepted'] = new Map();
  const posts: Receivers['posts'] = [];
  const refused = new Set<string>();
  const gone: Receivers['gone'] = new Map();
  const downUntil = new Map<string, number>();

  function receive({ url, headers, body }: SentWebhook): Omit<Posted, 'milliseconds'> {
    if (faults.strikes('receiver-down')) {
      downUntil.set(url, kernel.now() + faults.random('receiver-down').between(1, MAX_DOWN_HOURS * HOUR));
    }
    if (faults.isOn('receiver-down') && (downUntil.get(url) ?? 0) > kernel.now()) return { status: 500 };
    if (refused.has(url) || faults.strikes('receiver-gone')) return { status: 410 };
    const known = accepted.get(url) ?? new Map<string, string>();
    accepted.set(url, known.set(headers['webhook-id'] ?? '', body));
    return { status: 204 };
  }

  async function post(given: SentWebhook): Promise<Posted> {
    const startedAt = kernel.now();
    const by = kernel.current();
    const webhook = world.seams.receiver(given);
    world.oracle.posted(webhook);
    const answer = exchange<Omit<Posted, 'milliseconds'>>(world, {
      service: 'receiver',
      what: `webhook ${webhook.headers['webhook-id']} to ${webhook.url}`,
      timeoutMs: TIMEOUT_MS,
      gaveUp: () => new Refusal({ error: 'timeout' }),
      throttled: () => new Refusal({ status: 429, retryAfter: '60' }),
      broken: () => new Refusal({ status: 500 }),
      serve: (reply) => reply({ value: receive(webhook) }),
    });
    const posted = await answer.catch((error: unknown) => {
      if (error instanceof Refusal) return error.posted;
      throw error;
    });
    if (posted.status === 410 && by?.functionName === 'deliver')
      gone.set(by.number, { url: webhook.url, at: kernel.now() });
    world.note(`webhook answered ${posted.status ?? posted.error}`);
    const milliseconds = kernel.now() - startedAt;
    posts.push({ ...posted, milliseconds, url: webhook.url, event: webhook.headers['webhook-id'] ?? '' });
    return { ...posted, milliseconds };
  }

  return { post, accepted, posts, refused, gone, busyUntil: 0 };
}
