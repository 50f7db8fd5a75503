/** Requests of every kind that are refused, with canaries in their valid and invalid parts. */
import { canaryCollection } from './canaries.ts';
import type { CanaryAccount, Run } from './canary-account.ts';
import type { Day } from './follow-up-day.ts';

export type Refusals = { status: number; text: string }[];
export type Keep = { refusals: Refusals; keepSchedules: () => Promise<void> };
export type Stage = Keep & { run: Run; of: CanaryAccount; day: Day };
export type Fields = Record<string, unknown>;

/** Sends the request and keeps its answer when it is a refusal. */
export async function call(
  stage: Stage,
  method: string,
  path: string,
  {
    body,
    key = stage.of.apiKey,
    type = 'application/json',
  }: { body?: string | Fields; key?: string; type?: string } = {},
): Promise<void> {
  const headers = { 'x-api-key': key, 'content-type': type };
  const content = typeof body === 'object' ? JSON.stringify(body) : body;
  const answer = await fetch(`${stage.run.baseUrl}${path}`, {
    method,
    headers,
    redirect: 'manual',
    ...(content !== undefined && { body: content }),
  });
  const text = await answer.text();
  if (answer.status >= 400) stage.refusals.push({ status: answer.status, text });
}

export async function refuseAll(stage: Stage): Promise<void> {
  await refuseBodies(stage);
  await refuseKeys(stage);
  await refuseTargets(stage);
}

const COLLECTIONS = '/public/collections';
const FIELDS = ['reference', 'amount', 'contact', 'metadata', 'expiresIn', 'payable', 'provider', 'followUp', 'type'];

async function refuseBodies(stage: Stage): Promise<void> {
  const { canaries, provider } = stage.of;
  const { text, email, phone } = canaries;
  const good = canaryCollection(canaries);
  const bodies: (Fields | string)[] = [
    ...FIELDS.map((name) => ({ ...good, [name]: text })),
    { ...good, contact: { firstName: text, lastName: email, phone: email, email: phone } },
    { ...good, amount: { value: text, currency: text } },
    { ...good, reference: `${text}\u0007` },
    { ...good, metadata: { description: text, constructor: text } },
    { ...good, expiresIn: 77 },
    ...[`{"${text}`, `${text}${email}`, JSON.stringify(good).padEnd(70_000)],
  ];
  for (const body of bodies) await call(stage, 'POST', COLLECTIONS, { body });
  await call(stage, 'POST', COLLECTIONS, { body: good, type: 'text/plain' });
  await call(stage, 'POST', '/public/providers', { body: { name: text, slug: text } });
  await call(stage, 'PATCH', `/public/providers/${provider.id}`, { body: { name: '', enabled: text } });
}

async function refuseKeys(stage: Stage): Promise<void> {
  const { apiKey, canaries, collection, provider } = stage.of;
  const body = canaryCollection(canaries);
  for (const key of [canaries.text, '', `${apiKey}x`]) await call(stage, 'POST', COLLECTIONS, { body, key });
  const opened = await fetch(`${stage.run.baseUrl}/_local/accounts`, { method: 'POST', body: '{"name":"Stranger"}' });
  const { apiKey: key } = (await opened.json()) as { apiKey: string };
  await call(stage, 'GET', `${COLLECTIONS}/${collection.id}`, { key });
  await call(stage, 'GET', `/public/providers/${provider.id}`, { key });
}

async function refuseTargets(stage: Stage): Promise<void> {
  const { canaries, collection } = stage.of;
  const text = encodeURIComponent(canaries.text);
  for (const path of [
    `${COLLECTIONS}/${text}`,
    `${COLLECTIONS}/pay_${'0'.repeat(35)}`,
    `${COLLECTIONS}?page=${text}`,
    `/public/${encodeURIComponent(canaries.email)}`,
  ]) {
    await call(stage, 'GET', path);
  }
  await call(stage, 'DELETE', COLLECTIONS, { body: canaryCollection(canaries) });
  for (const status of ['pending', canaries.text]) {
    await call(stage, 'PATCH', `${COLLECTIONS}/${collection.id}/status`, { body: { status } });
  }
}
