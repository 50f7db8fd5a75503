/** Every operation, page and webhook with ids of another account, unknown ids and malformed ids: refused, without any data of the other account. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import openapi from '#docs/openapi.json' with { type: 'json' };
import {
  aContact,
  aProvider,
  createCollection,
  createProvider,
  getCollection,
  listCollections,
} from '#test/end-to-end/requests.ts';
import { type ApiDocument, type Operation, operationsOf } from '#test/support/api-document.ts';
import { databaseForLocalRun } from '#test/support/database-for-local-run.ts';
import { type LocalRun, startLocalRun } from '#test/support/local-run.ts';
import { sized } from '#test/support/repetitions.ts';
import { canaryCollection, found } from './canaries.ts';
import { type CanaryAccount, openCanaryAccount, pay, secretsOf } from './canary-account.ts';
import { payAsMerchant, sessionReference } from './sandbox-merchant.ts';

let run: LocalRun;
const sides = {} as { mine: CanaryAccount; theirs: CanaryAccount };

beforeAll(async () => {
  run = await startLocalRun(await databaseForLocalRun(inject('localRunsPort')));
  sides.mine = await openCanaryAccount(run, 'mine');
  sides.theirs = await openCanaryAccount(run, 'theirs');
  // Opening the second account advances the clock, so the first collection has changed since.
  sides.mine.collection = await getCollection(sides.mine.client, sides.mine.collection.id);
});
afterAll(() => run.stop());

const BOTH = [
  ['mine', 'theirs'],
  ['theirs', 'mine'],
] as const;
/** The accounts differ in nothing but their data: both directions in `npm run test:long`. */
const DIRECTIONS = BOTH.slice(0, sized(1, BOTH.length));

const named = operationsOf(openapi as unknown as ApiDocument).filter(({ path }) => path.includes('{id}'));
const KINDS = { collections: 'collection', providers: 'provider', 'webhook-endpoints': 'endpoint' } as const;
type Kind = (typeof KINDS)[keyof typeof KINDS];
const kindOf = ({ path }: Operation): Kind => KINDS[path.split('/')[2] as keyof typeof KINDS];
const bodyFor = ({ operationId }: Operation) =>
  ({
    updateCollection: { followUp: { enabled: false } },
    updateCollectionStatus: { status: 'cancelled' },
    pauseFollowUps: {},
    sendFollowUp: {},
    previewReminder: {},
    promisePayment: { payBy: '2999-01-01T00:00:00Z' },
    updateProvider: { enabled: false },
    updateWebhookEndpoint: { status: 'enabled' },
    rotateWebhookSecret: { oldValidHours: 0 },
    replayDeliveries: { since: '2026-01-01T00:00:00Z', status: 'all' },
    recordPayment: { amount: { value: 1, currency: 'NGN' }, method: 'cash', transaction: 'receipt' },
  })[operationId];

/** A well-formed id that does not exist. */
const near = (id: string) => `${id.slice(0, -2)}${id.endsWith('00') ? '11' : '00'}`;

/** Ids, each with the status that each kind of operation answers. */
function idsFor(me: CanaryAccount, them: CanaryAccount): [id: string, status: Record<Kind, number>][] {
  const { collection, provider, endpoint, sandbox, account } = them;
  const mixed = (id: string, other: string) => `${id.slice(0, 4)}${other}${id.slice(14)}`;
  const nowhere = { collection: 404, provider: 404, endpoint: 404 };
  return [
    [collection.id, { ...nowhere, collection: 403 }],
    [provider.id, { ...nowhere, provider: 403 }],
    [sandbox.id, { ...nowhere, provider: 403 }],
    [endpoint.id, { ...nowhere, endpoint: 403 }],
    ...[near(collection.id), near(provider.id), near(me.collection.id), near(me.provider.id), near(me.endpoint.id)].map(
      unknown,
    ),
    ...[mixed(collection.id, me.account), mixed(provider.id, me.account), mixed(endpoint.id, me.account)].map(unknown),
    ...[mixed(me.collection.id, account), mixed(me.provider.id, account), mixed(me.endpoint.id, account)].map(unknown),
    ...[collection.contact.id, collection.events[0]?.id ?? '', collection.reference, them.payToken, account].map(
      unknown,
    ),
    ...[
      collection.id.toUpperCase(),
      ` ${collection.id}`,
      `${collection.id}0`,
      collection.id.slice(0, -1),
      'pay_',
      'x',
      '%00',
      '..%2f',
      '__proto__',
      '👟',
    ].map(unknown),
  ];
  function unknown(id: string): [string, typeof nowhere] {
    return [id, nowhere];
  }
}

const isClean = (text: string, them: CanaryAccount, sent = '') =>
  expect(
    found(text, secretsOf(them)).filter((word) => !sent.includes(word)),
    text,
  ).toEqual([]);

describe.each(DIRECTIONS)('with the key of %s, what belongs to %s', (my, their) => {
  it.each(named)(
    `$method $path with the key of account ${my} refuses every id that is not its own, and reveals nothing of account ${their}`,
    async (operation) => {
      const [me, them] = [sides[my], sides[their]];
      const json = bodyFor(operation);
      for (const [id, expected] of idsFor(me, them)) {
        const path = operation.path.replace('{id}', /[ 👟]/u.test(id) ? encodeURIComponent(id) : id);
        const answer = await me.client.send(operation.method, path, json === undefined ? {} : { json });
        expect([id, answer.status]).toEqual([id, expected[kindOf(operation)]]);
        isClean(answer.text + JSON.stringify([...answer.headers]), them);
      }
      const untouched = await getCollection(them.client, them.collection.id);
      expect(untouched).toEqual(them.collection);
      const { data: endpoint } = await them.client.send('GET', `/public/webhook-endpoints/${them.endpoint.id}`);
      expect(endpoint).toMatchObject({ id: them.endpoint.id, status: 'paused', statusReason: 'merchant' });
    },
  );

  it(`a body of account ${my} that names data of account ${their} has no effect on it, and the answer reveals nothing of it`, async () => {
    const [me, them] = [sides[my], sides[their]];
    const {
      reference,
      contact: { phone, email },
    } = them.collection;
    const contact = { ...aContact({ firstName: 'Mine', lastName: 'Own' }), phone, email };
    const made = await createCollection(me.client, canaryCollection(me.canaries, { reference, contact }));
    expect(made.contact).toMatchObject({ firstName: 'Mine', lastName: 'Own' });
    isClean(JSON.stringify(made), them, JSON.stringify({ reference, phone, email }));
    for (const path of ['/public/collections', '/public/follow-ups/preview']) {
      const json = canaryCollection(me.canaries, {
        reference: `${me.canaries.reference}-2`,
        provider: them.provider.slug,
      });
      const { status, text } = await me.client.send('POST', path, { json });
      expect(status).toBe(400);
      isClean(text, them);
    }
    const taken = await createProvider(me.client, aProvider({ slug: them.provider.slug }));
    expect(taken.id).not.toBe(them.provider.id);
  });

  it(`data of account ${their} is in no list, plan or preview of account ${my}`, async () => {
    const [me, them] = [sides[my], sides[their]];
    const mentioned =
      JSON.stringify(them.collection.reference) + them.canaries.phone + them.canaries.email + them.provider.slug;
    isClean(JSON.stringify(await listCollections(me.client, '?limit=100')), them, mentioned);
    for (const [method, path, json] of [
      ['GET', '/public/providers', undefined],
      ['GET', '/public/webhook-endpoints', undefined],
      ['GET', `/public/webhook-endpoints/${me.endpoint.id}/deliveries?limit=100`, undefined],
      ['GET', '/public/events?limit=100', undefined],
      ['GET', `/public/collections/${me.collection.id}/follow-ups`, undefined],
      ['POST', '/public/follow-ups/preview', canaryCollection(me.canaries)],
    ] as const) {
      const { status, text } = await me.client.send(method, path, json === undefined ? {} : { json });
      expect(status).toBe(200);
      isClean(text, them, mentioned);
    }
  });
});

describe('a link for the customer', () => {
  const tokens = (one: CanaryAccount, other: CanaryAccount, kind: 'payToken' | 'optOutToken') => {
    const [mine, theirs] = [one[kind], other[kind]];
    const proof = (token: string) => token.slice(35);
    return [
      ...[
        `${theirs.slice(0, 35)}${proof(mine)}`,
        `${mine.slice(0, 10)}${theirs.slice(10)}`,
        `${theirs.slice(0, 10)}${mine.slice(10)}`,
      ],
      ...[
        near(theirs),
        theirs.slice(0, -1),
        `${theirs}0`,
        theirs.toUpperCase(),
        theirs.slice(0, 35),
        '',
        '%00',
        '__proto__',
      ],
      other[kind === 'payToken' ? 'optOutToken' : 'payToken'],
    ];
  };

  it.each([
    ['/pay/', 'payToken'],
    ['/u/', 'optOutToken'],
  ] as const)(
    'a customer link under %s opens with its own token only, and mixed or malformed tokens reveal nothing',
    async (path, kind) => {
      const { mine, theirs } = sides;
      for (const token of tokens(mine, theirs, kind)) {
        for (const method of ['GET', 'POST']) {
          const answer = await fetch(`${run.baseUrl}${path}${token}`, { method, redirect: 'manual' });
          const text = await answer.text();
          expect([token, method, answer.status]).toEqual([token, method, 404]);
          for (const account of [mine, theirs]) isClean(text, account);
        }
      }
      const opened = await (await fetch(`${run.baseUrl}${path}${theirs[kind]}`)).text();
      expect(opened).toContain(theirs.canaries.merchant);
      isClean(opened, mine);
      expect(found(opened, [theirs.canaries.phone, theirs.canaries.email, theirs.apiKey, theirs.secretKey])).toEqual(
        [],
      );
    },
  );
});

describe('a webhook', () => {
  const sign = (body: string, key: string) => {
    const t = Math.floor(clockNow / 1000);
    return { 'x-sandbox-signature': `t=${t},v1=${createHmac('sha256', key).update(`${t}.${body}`).digest('hex')}` };
  };
  let clockNow = 0;
  const webhookEvent = (reference: string, transaction: string) =>
    JSON.stringify({ event: 'payment.succeeded', data: { reference, transaction } });
  const post = async (provider: string, body: string, headers: Record<string, string>) => {
    const answer = await fetch(`${run.baseUrl}/webhooks/${provider}`, { method: 'POST', body, headers });
    return { status: answer.status, text: await answer.text() };
  };

  beforeAll(async () => {
    const { now } = (await (await fetch(`${run.baseUrl}/_local/clock`)).json()) as { now: string };
    clockNow = Date.parse(now);
  });

  it('a webhook of another account’s provider is accepted with that account’s signature only', async () => {
    const { mine, theirs } = sides;
    const reference = sessionReference(mine.collection.id, 1);
    const body = webhookEvent(reference, 'sbx_none');
    const wrong = await post(theirs.sandbox.id, body, sign(body, mine.secretKey));
    expect(wrong.status).toBe(401);
    isClean(wrong.text, theirs);
    for (const id of [theirs.provider.id, near(theirs.sandbox.id), theirs.collection.id, 'x']) {
      const answer = await post(id, body, sign(body, mine.secretKey));
      expect([id, answer.status]).toEqual([id, 404]);
      isClean(answer.text, theirs);
    }
  });

  it('a webhook about a payment that one account’s provider confirms under a reference of another account is ignored', async () => {
    const { mine, theirs } = sides;
    const before = await getCollection(theirs.client, theirs.collection.id);
    const reference = sessionReference(theirs.collection.id, 9);
    await payAsMerchant({ baseUrl: run.baseUrl, secretKey: mine.secretKey }, reference, 'sbx_swapped');
    const body = webhookEvent(reference, 'sbx_swapped');
    const answer = await post(mine.sandbox.id, body, sign(body, mine.secretKey));
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('Webhook ignored')]);
    isClean(answer.text, theirs);
    expect(await getCollection(theirs.client, theirs.collection.id)).toEqual(before);
  });

  it('a webhook of the right provider still completes the collection after refused ones', async () => {
    const { theirs } = sides;
    const { delivered } = await pay(run, {
      collectionId: theirs.collection.id,
      amount: { value: 45_000, currency: 'NGN' },
    });
    expect([delivered, (await getCollection(theirs.client, theirs.collection.id)).status]).toEqual([true, 'completed']);
  });
});
