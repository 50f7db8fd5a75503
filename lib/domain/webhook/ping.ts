/** The event with which an endpoint is tried out. It is about no collection, so it has no sequence. */

export const PING = 'webhook.ping';

export const pingBody = (id: string, endpoint: string, now: Date): string =>
  JSON.stringify({ id, type: PING, timestamp: now.toISOString(), data: { endpoint: { id: endpoint } } });
