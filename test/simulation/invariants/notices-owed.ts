/** The emails to the people behind a webhook endpoint: each that is owed is offered to the channel once, and no other. */
import { isDeepStrictEqual } from 'node:util';
import type { WebhookEndpoint } from '#lib/domain/webhook/endpoint.ts';
import { noticeOf } from '#test/simulation/model/endpoint-health.ts';
import type { Item } from '#test/simulation/table/value.ts';
import { endpointsOf } from '#test/simulation/world/merchants.ts';
import type { World } from '#test/simulation/world/world.ts';

/** The endpoints whose status a write has changed. */
export const changedIn = (before: Item | undefined, after: Item): WebhookEndpoint[] => {
  const [were, are] = [before, after].map((item) => (item?.['endpoints'] ?? []) as unknown as WebhookEndpoint[]);
  return (are ?? []).filter(({ id, status }) => were?.some((was) => was.id === id && was.status !== status));
};

export type Owed = { kind: 'failing' | 'disabled'; endpoint: string; since: string | undefined };

const UNLEARNT = ['lost-reply', 'server-error', 'late-request', 'outage'] as const;

/** Each is offered to the channel once, in the approved words; an address without people has none. */
export function noticeFaults(world: World, by: number, owed: Owed | undefined): string[] {
  const offered = world.downForDays.notices.filter((notice) => notice.by === by);
  const all = world.tenants.flatMap((tenant) => endpointsOf(world, tenant));
  const endpoint = all.find(({ id }) => id === owed?.endpoint);
  const isOwed = owed !== undefined && endpoint?.notifyEmail !== undefined;
  if (!isOwed) return offered.length === 0 ? [] : [`a notice of nothing: ${offered[0]?.subject}`];
  const { id, url, description, notifyEmail: to } = endpoint;
  const wanted = noticeOf(owed.kind, { id, url, since: owed.since, ...(description !== undefined && { description }) });
  const [notice] = offered;
  // It goes out once at most: a run that does not learn that the claim is its own says nothing.
  if (notice === undefined && UNLEARNT.some((fault) => world.faults.counts.has(fault))) return [];
  world.note(`notice: ${owed.kind}`);
  const { subject, text, html } = notice ?? {};
  return offered.length === 1 && isDeepStrictEqual({ to: notice?.to, subject, text, html }, { to, ...wanted })
    ? []
    : [`${offered.length} notices: ${JSON.stringify(notice)} instead of ${JSON.stringify(wanted)}`];
}
