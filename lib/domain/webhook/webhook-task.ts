/** The messages of the queue of webhooks. */

/** Without a delivery it asks for the endpoint's own work. Without an attempt it is the sweeper's. */
export type WebhookTask = { endpoint: string; delivery?: string; round?: number; attempt?: number };
