/** A business with an account and a key, whose requests reach the real handlers as API Gateway events. */

import type { APIGatewayProxyResult, Context } from 'aws-lambda';
import { createCollection as makeCreateCollection } from '#functions/api/create-collection.ts';
import { createProvider as makeCreateProvider } from '#functions/api/create-provider.ts';
import { getCollection as makeGetCollection } from '#functions/api/get-collection.ts';
import { listCollections as makeListCollections } from '#functions/api/list-collections.ts';
import { listProviders as makeListProviders } from '#functions/api/list-providers.ts';
import { pauseFollowUps as makePauseFollowUps } from '#functions/api/pause-follow-ups.ts';
import { promisePayment as makePromisePayment } from '#functions/api/promise-payment.ts';
import { resumeFollowUps as makeResumeFollowUps } from '#functions/api/resume-follow-ups.ts';
import { sendFollowUp as makeSendFollowUp } from '#functions/api/send-follow-up.ts';
import { updateCollection as makeUpdateCollection } from '#functions/api/update-collection.ts';
import { updateCollectionStatus as makeUpdateCollectionStatus } from '#functions/api/update-collection-status.ts';
import { updateProvider as makeUpdateProvider } from '#functions/api/update-provider.ts';
import { issueApiKey, openAccount } from '#infra/cli/manage-accounts.ts';
import type { HttpEvent } from '#lib/http/request.ts';
import { output } from '#lib/log.ts';
import { service } from '#test/support/a-service.ts';

const createCollection = makeCreateCollection(service);
const createProvider = makeCreateProvider(service);
const getCollection = makeGetCollection(service);
const listCollections = makeListCollections(service);
const listProviders = makeListProviders(service);
const pauseFollowUps = makePauseFollowUps(service);
const promisePayment = makePromisePayment(service);
const resumeFollowUps = makeResumeFollowUps(service);
const sendFollowUp = makeSendFollowUp(service);
const updateCollection = makeUpdateCollection(service);
const updateCollectionStatus = makeUpdateCollectionStatus(service);
const updateProvider = makeUpdateProvider(service);

// The log lines of hundreds of invocations would hide the output of a failing test.
output.write = () => {};

type Handler = (event: HttpEvent, context: Context) => Promise<APIGatewayProxyResult>;
type Asked = { id?: string; query?: Record<string, string | number>; body?: object; idempotencyKey?: string };

// biome-ignore lint/suspicious/noExplicitAny: tests read the JSON of every answer.
export type Answer = { status: number; body: any; headers: Record<string, unknown> };

let requests = 0;

async function call(handler: unknown, apiKey: string, asked: Asked): Promise<Answer> {
  const { id, query = {}, body, idempotencyKey } = asked;
  requests += 1;
  const event = {
    headers: {
      'x-api-key': apiKey,
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    multiValueQueryStringParameters: Object.fromEntries(Object.entries(query).map(([name, v]) => [name, [String(v)]])),
    pathParameters: id === undefined ? null : { id },
    body: body ? JSON.stringify(body) : null,
    isBase64Encoded: false,
    requestContext: { requestId: `request-${requests}` },
  } as unknown as HttpEvent;
  const { statusCode, body: text, headers = {} } = await (handler as Handler)(event, {} as Context);
  return { status: statusCode, body: JSON.parse(text), headers };
}

/** Opens an account with a key; each method sends one request to the API. */
export async function openBusiness(country?: string) {
  const account = await openAccount({ name: 'Shop', mode: 'test', country });
  const { apiKey } = await issueApiKey(account);
  const ask = (handler: unknown) => (asked: Asked) => call(handler, apiKey, asked);
  return {
    account: account.id,
    create: (body: object, idempotencyKey?: string) =>
      call(createCollection, apiKey, { body, ...(idempotencyKey !== undefined && { idempotencyKey }) }),
    get: (id: string) => ask(getCollection)({ id }),
    list: (page = 1, limit = 10) => ask(listCollections)({ query: { page, limit } }),
    find: (query: Record<string, string | number>, key = apiKey) => call(listCollections, key, { query }),
    setStatus: (id: string, status: string) => ask(updateCollectionStatus)({ id, body: { status } }),
    update: (id: string, body: object) => ask(updateCollection)({ id, body }),
    pause: (id: string, body: object = {}) => ask(pauseFollowUps)({ id, body }),
    resume: (id: string) => ask(resumeFollowUps)({ id }),
    promise: (id: string, payBy: string) => ask(promisePayment)({ id, body: { payBy } }),
    send: (id: string) => ask(sendFollowUp)({ id, body: {} }),
    createProvider: (slug: string, name = slug) => ask(createProvider)({ body: { name, slug } }),
    listProviders: () => ask(listProviders)({}),
    updateProvider: (id: string, body: object) => ask(updateProvider)({ id, body }),
  };
}

export type Business = Awaited<ReturnType<typeof openBusiness>>;

/** The body of a create; `person` numbers the contact. */
export const aRequest = (reference: string, person = 1) => ({
  reference,
  amount: { value: 45_000, currency: 'NGN' },
  contact: {
    firstName: 'Ada',
    lastName: 'Obi',
    phone: `+23480312${String(34_000 + person)}`,
    email: `ada.${person}@example.com`,
  },
});
