/** The receivers of webhooks: they answer late, wrongly or not at all, ask for time, are down for hours, and are gone. */
import type { PostResult } from '#lib/webhook/post.ts';
import type { World } from '#test/simulation/world/world.ts';
import { exchange } from './exchange.ts';

const TIMEOUT_MS = 15_000;
const HOUR = 3_600_000;
const MAX_DOWN_HOURS = 9;

export type SentWebhook = { url: string; headers: Record<string, string>; body: string };

type Answer = Omit<PostResult, 'milliseconds'>;

export type Receivers = {
  /** In the place of the sender's request. */
  post: (webhook: SentWebhook) => Promise<PostResult>;
  /** What each address has accepted: the bodies by the ids of their events. */
  accepted: Map<string, Map<string, string>>;
  /** Until then merchants change their endpoints. */
  busyUntil: number;
};

/** An answer that is no success, as the exchange reports it. */
class Refusal extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super('refused');
    this.answer = answer;
  }
}

export function createReceivers(world: World): Receivers {
  const { kernel, faults } = world;
  const accepted: Receivers['accepted'] = new Map();
  const downUntil = new Map<string, number>();

  function receive({ url, headers, body }: SentWebhook): Answer {
    if (faults.strikes('receiver-down'))
      downUntil.set(url, kernel.now() + faults.random('receiver-down').between(1, MAX_DOWN_HOURS * HOUR));
    if (faults.isOn('receiver-down') && (downUntil.get(url) ?? 0) > kernel.now()) return { status: 500 };
    if (faults.strikes('receiver-gone')) return { status: 410 };
    const known = accepted.get(url) ?? new Map<string, string>();
    accepted.set(url, known.set(headers['webhook-id'] ?? '', body));
    return { status: 204 };
  }

  async function post(webhook: SentWebhook): Promise<PostResult> {
    const startedAt = kernel.now();
    world.oracle.posted(webhook);
    const exchanged = exchange<Answer>(world, {
      service: 'receiver',
      what: `webhook ${webhook.headers['webhook-id']} to ${webhook.url}`,
      timeoutMs: TIMEOUT_MS,
      gaveUp: () => new Refusal({ error: 'timeout' }),
      throttled: () => new Refusal({ status: 429, retryAfter: '60' }),
      broken: () => new Refusal({ status: 500 }),
      serve: (reply) => reply({ value: receive(webhook) }),
    });
    const answer = await exchanged.catch((error: unknown) => {
      if (error instanceof Refusal) return error.answer;
      throw error;
    });
    world.note(`webhook answered ${answer.status ?? answer.error}`);
    return { ...answer, milliseconds: kernel.now() - startedAt };
  }

  return { post, accepted, busyUntil: 0 };
}
