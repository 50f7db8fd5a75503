/** Finds the webhook endpoint that a request names among those of the account that its id names. */
import { webhookEndpointForbidden, webhookEndpointNotFound } from '#lib/domain/errors.ts';
import { type EndpointRef, parseEndpointId } from '#lib/domain/ids.ts';
import type { WebhookEndpoint } from './endpoint.ts';

export type OwnedEndpoint = { ref: EndpointRef; endpoint: WebhookEndpoint };

/** @throws webhook_endpoint_not_found, or webhook_endpoint_forbidden if another account owns it */
export function ownedEndpoint(all: readonly WebhookEndpoint[] | undefined, id: string, account: string): OwnedEndpoint {
  const ref = parseEndpointId(id);
  const endpoint = all?.find((known) => known.id === id);
  if (ref === undefined || endpoint === undefined) throw webhookEndpointNotFound();
  if (ref.account !== account) throw webhookEndpointForbidden();
  return { ref, endpoint };
}
