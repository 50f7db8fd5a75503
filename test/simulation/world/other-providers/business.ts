/** A business with four providers, how it is paid by them, and how its customers use the page. */
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { FunctionName } from '#test/simulation/aws/lambda.ts';
import type { ProviderRequest } from '#test/simulation/aws/provider-http.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import { KINDS } from '#test/simulation/model/capabilities.ts';
import {
  type Answer,
  type Asked,
  accountOf,
  askAll,
  judgeSame,
  openBusiness,
  pageTokenOf,
  untilAnswered,
} from '#test/simulation/world/own-business.ts';
import type { World } from '#test/simulation/world/world.ts';
import { anApiEvent, type Call } from '#test/support/api-event.ts';
import { createServed, type Served } from './served.ts';

export type Business = {
  world: World;
  random: Random;
  key: string;
  served: Served;
  made: number;
  providers: Map<string, string>;
};

const NAME = 'Paid Elsewhere';
/** Good for all kinds. */
export const SECRETS = { secretKey: 'sk_test_of_the_world', secretHash: 'hash', apiKey: 'key', contractCode: '1' };

export async function openPaidElsewhere(world: World, random: Random): Promise<Business> {
  const business: Business = {
    world,
    random,
    key: await openBusiness(NAME),
    served: createServed(),
    made: 0,
    providers: new Map(),
  };
  const asked = KINDS.map((slug): Asked => {
    const body = { name: `Their ${slug}`, slug };
    return { operation: 'create-provider', key: business.key, method: 'POST', body };
  });
  for (const [index, answer] of (await askAll(world, asked)).entries()) {
    const [slug, id] = [KINDS[index] ?? '', answer?.body.data?.id];
    world.payees.set(id, { account: accountOf(business.key), secret: SECRETS, serve: business.served.serve });
    business.providers.set(slug, id);
  }
  await lookAtProviders(business);
  return business;
}

/** Made at once: the oldest first, and those of one instant by their slugs. */
async function lookAtProviders(business: Business): Promise<void> {
  const { status, body } = await ask(business, 'list-providers', {});
  // The world may have ended meanwhile.
  if (status === NOTHING.status) return;
  const shown = body.data as { slug: string; createdAt: string }[];
  const places = shown.map(({ slug, createdAt }) => `${createdAt} ${slug}`);
  same(business, 'the order of providers', places, places.toSorted());
  same(business, 'all providers', shown.map(({ slug }) => slug).toSorted(), KINDS.toSorted());
}

const NOTHING: Answer = { status: 0, body: { data: {}, errors: [] } };

export async function ask(
  business: Pick<Business, 'world' | 'key'>,
  operation: FunctionName,
  call: Call,
): Promise<Answer> {
  const [answer = NOTHING] = await askAll(business.world, [{ operation, key: business.key, ...call }]);
  return answer;
}

export const same = ({ world }: Business, what: string, found: unknown, right: unknown): void =>
  judgeSame(world, what, found, right);

type Wanted = { provider: string; currency: string; phone: string; methods: readonly string[] };

export const PAYER = { firstName: 'Esi', lastName: 'Mensah', email: 'esi@elsewhere.example' };
export const AMOUNT = 1_234;
const LIFE = 600;

export const bodyOf = ({ provider, currency, phone, methods }: Wanted, reference: string) => ({
  reference,
  amount: { value: AMOUNT, currency },
  contact: { ...PAYER, phone },
  provider,
  expiresIn: LIFE,
  metadata: { description: `For ${reference}` },
  payable: { enabled: true, methods },
  followUp: { enabled: false },
});

export type Made = {
  id: string;
  reference: string;
  createdAt: number;
  expiresAt: number;
  options: Record<string, string>[];
  /** Of its payment page. */
  token: string;
  /** What its provider was asked for. */
  asked: ProviderRequest[];
};

/** A create is never refused for what its provider says. */
export async function make(business: Business, wanted: Wanted): Promise<Made | undefined> {
  business.made += 1;
  const before = business.served.asked.length;
  const reference = `elsewhere-${business.made}`;
  const { status, body } = await ask(business, 'create-collection', {
    method: 'POST',
    body: bodyOf(wanted, reference),
  });
  same(business, `a create by ${wanted.provider}`, status, 201);
  if (status !== 201) return undefined;
  const { id, createdAt, payable } = body.data;
  const token = pageTokenOf(payable);
  const expiresAt = Date.parse(createdAt) + LIFE * 60_000;
  const asked = business.served.asked.slice(before);
  return { id, reference, createdAt: Date.parse(createdAt), expiresAt, options: payable.options, token, asked };
}

/** Our name of a session, at its provider. */
export const sessionOf = ({ id }: Made, method: string, number: number): string =>
  `${id}-${method}-${number}`.replaceAll('_', '-');

export type Page = { status: number; html: string; location: string };

/** Opens the page, or sends a form of it. */
export async function visitPage(
  { world }: Pick<Business, 'world'>,
  { token }: Pick<Made, 'token'>,
  form?: Record<string, string>,
  query?: Record<string, string>,
): Promise<Page> {
  const { lambda } = world;
  const call = form ? { method: 'POST', body: new URLSearchParams(form).toString() } : {};
  const event = {
    ...anApiEvent({ resource: '/pay/{token}', ...call, ...(query && { query }) }),
    pathParameters: { token },
  };
  let page: Page | undefined;
  lambda.invoke('payment-page', event, (ending) => {
    if (ending.kind !== 'returned') return world.violate(9, `the payment page ${ending.kind}`);
    const { statusCode: status, body: html, headers } = ending.value as APIGatewayProxyResult;
    page = { status, html, location: String(headers?.['location'] ?? headers?.['Location'] ?? '') };
  });
  await untilAnswered(world, () => page !== undefined);
  return page ?? { status: 0, html: '', location: '' };
}
