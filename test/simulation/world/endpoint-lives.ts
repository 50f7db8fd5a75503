/** In some worlds with receivers each merchant adds an endpoint by the API, checks what it gets by its secret, changes the secret, and deletes it. */
import { createHmac } from 'node:crypto';
import type { SentWebhook } from '#test/simulation/aws/receivers.ts';
import { randomFrom } from '#test/simulation/kernel/random.ts';
import { ask, hasReceivers } from './merchants.ts';
import type { Tenant } from './tenants.ts';
import type { World } from './world.ts';

const NAME = 'endpoint-lives';
const SHARE = 0.5;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Longer than an attempt that was under way may take. */
const UNDER_WAY = 2 * MINUTE;
/** An old secret signs beside the new one for that long. */
const OLD_VALID = 24 * HOUR;
const ROTATES = 0.5;
const DELETES = 0.4;

type Endpoint = { id: string; url: string; secret: string };

/** What a merchant knows of the endpoint that it has added. */
type Life = {
  id: string;
  /** From then on it must have all that is told. */
  since: number;
  secrets: { secret: string; from: number; until: number }[];
  goneAt?: number;
};

/** One that the merchant had when the world began: it stays. */
type Opened = { id: string; url: string; events: readonly string[]; createdAt: string; mark: string };
type Shown = Omit<Opened, 'mark'> & { secret?: string };

export type EndpointLives = {
  begin: () => void;
  opened: Opened[];
  /** What is wrong with a list of a merchant's endpoints. */
  listFaults: (by: Tenant, all: readonly Shown[]) => string[];
  /** Undefined for any other endpoint. */
  lifeOf: (url: string) => Life | undefined;
  /** What is wrong with a webhook, as its receiver sees it. */
  faultsOf: (webhook: SentWebhook) => string[];
};

const urlOf = ({ mark }: Tenant): string => `https://${mark}.example/by-api`.toLowerCase();

export function createEndpointLives(world: World): EndpointLives {
  const { kernel } = world;
  const random = randomFrom(world.seed, NAME);
  const lives = new Map<string, Life>();
  const opened: Opened[] = [];

  /** One whose answer was lost has a secret that nobody knows: it is deleted, and another one added. */
  function add(by: Tenant): void {
    const again = () => kernel.after(random.between(1, 10) * MINUTE, () => add(by));
    const list = { operation: 'list-webhook-endpoints', call: {} } as const;
    ask(
      world,
      by,
      list,
      (all: Endpoint[]) => {
        const unknown = all.find(({ url }) => url === urlOf(by));
        if (unknown) remove(by, unknown.id, again, again);
        else create(by, again);
      },
      again,
    );
  }

  function create(by: Tenant, again: () => void): void {
    const body = { url: urlOf(by), events: ['*'] };
    const call = { operation: 'create-webhook-endpoint', call: { method: 'POST', body } } as const;
    const done = ({ id, secret }: Endpoint) => {
      world.note('merchant added an endpoint');
      look(by, id);
      const now = kernel.now();
      lives.set(urlOf(by), {
        id,
        since: now + UNDER_WAY,
        secrets: [{ secret, from: now, until: Number.POSITIVE_INFINITY }],
      });
      kernel.after(random.between(10, 300) * MINUTE, () => random.bool(ROTATES) && rotate(by, id));
      kernel.after(random.between(300, 900) * MINUTE, () => random.bool(DELETES) && end(by, id));
    };
    ask(world, by, call, done, again);
  }

  /** Its secret is not shown again. */
  function look(by: Tenant, id: string): void {
    ask(world, by, { operation: 'get-webhook-endpoint', call: { id } }, (found: Partial<Endpoint>) => {
      if (found.id !== id || found.url !== urlOf(by)) world.violate(13, `${id}: it is shown as another endpoint`);
      if (found.secret !== undefined) world.violate(8, `${id}: its secret is shown again`);
    });
  }

  /** If the answer is lost, the merchant goes on with the old secret, and asks again while that is valid. */
  function rotate(by: Tenant, id: string): void {
    const life = lives.get(urlOf(by));
    if (life?.id !== id || life.goneAt !== undefined) return;
    const call = { operation: 'rotate-webhook-secret', call: { method: 'POST', id, body: {} } } as const;
    const asked = kernel.now();
    const done = ({ secret }: Endpoint) => {
      world.note('merchant has a new secret');
      for (const known of life.secrets) known.until = Math.min(known.until, asked + OLD_VALID);
      life.secrets.push({ secret, from: kernel.now() + UNDER_WAY, until: Number.POSITIVE_INFINITY });
    };
    const lost = () => {
      // Only one old secret is valid beside the newest.
      for (const known of life.secrets) known.until = Math.min(known.until, asked);
      kernel.after(random.between(1, 10) * MINUTE, () => rotate(by, id));
    };
    ask(world, by, call, done, lost);
  }

  function end(by: Tenant, id: string): void {
    const life = lives.get(urlOf(by));
    if (life?.id !== id) return;
    const done = () => {
      world.note('merchant deleted an endpoint');
      life.goneAt = kernel.now();
    };
    remove(by, id, done, () => kernel.after(MINUTE, () => end(by, id)));
  }

  /** What is gone already is as good as deleted. */
  function remove(by: Tenant, id: string, done: () => void, failed: () => void): void {
    const call = { operation: 'delete-webhook-endpoint', call: { method: 'DELETE', id } } as const;
    ask(world, by, call, done, (status) => (status === 404 ? done() : failed()));
  }

  return {
    begin() {
      if (!hasReceivers(world) || !random.bool(SHARE)) return;
      for (const by of world.tenants) kernel.after(random.between(0, 120) * MINUTE, () => add(by));
    },
    opened,
    listFaults({ mark }, all) {
      const kept = opened.filter((each) => each.mark === mark);
      const isAsOpened = ({ id, url, events, createdAt }: Opened) => {
        const shown = all.find((each) => each.id === id);
        return shown?.url === url && shown.events.join() === events.join() && shown.createdAt === createdAt;
      };
      const gone = all.filter(({ id }) =>
        [...lives.values()].some((life) => life.id === id && life.goneAt !== undefined),
      );
      return [
        ...kept.filter((each) => !isAsOpened(each)).map(({ id }) => `${id} is not in the list as it was opened`),
        ...gone.map(({ id }) => `${id} is in the list after it was deleted`),
        ...all.filter(({ secret }) => secret !== undefined).map(({ id }) => `${id}: the list shows its secret`),
      ];
    },
    lifeOf: (url) => lives.get(url),
    faultsOf({ url, headers, body }) {
      const life = lives.get(url);
      const now = kernel.now();
      if (life === undefined) return [];
      if (life.goneAt !== undefined && now > life.goneAt + UNDER_WAY) return [`${url}: sent after it was deleted`];
      const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
      const valid = life.secrets.filter(({ from, until }) => now >= from && now < until - UNDER_WAY);
      const isSigned = ({ secret }: { secret: string }) =>
        signatures.split(' ').includes(`v1,${signatureBy(secret, `${id}.${timestamp}.${body}`)}`);
      return valid.every(isSigned) ? [] : [`${url}: ${id} is not signed by a secret that is valid`];
    },
  };
}

const signatureBy = (secret: string, text: string): string =>
  createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(text)
    .digest('base64');
