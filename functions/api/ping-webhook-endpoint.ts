/** POST /public/webhook-endpoints/{id}/ping: sends a webhook.ping at once; a disabled endpoint that passes can be enabled. */
import { toResult } from '#lib/contract/show-webhook.ts';
import { eventId, parseEndpointId } from '#lib/domain/ids.ts';
import { isAccepted, pingBody } from '#lib/domain/webhook/delivery.ts';
import { ownedEndpoint } from '#lib/domain/webhook/endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { guardedCallers } from '#lib/store/account/callers.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { changeWebhookEndpoints, getWebhookEndpoints } from '#lib/store/webhook/endpoints.ts';
import { changeOne } from '#lib/use-cases/webhook-ports.ts';
import { webhookSecretsFrom, webhookSenderFrom } from '#lib/webhook/send.ts';

const needs = {
  ...service,
  ...storeOf(table, { ...guardedCallers, getWebhookEndpoints, changeWebhookEndpoints }),
  ...webhookSenderFrom({ ...service, ...webhookSecretsFrom(service) }),
};

export const pingWebhookEndpoint = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Webhook endpoint pinged' },
    load: async ({ id }) => {
      const ref = parseEndpointId(id);
      return ref && deps.getWebhookEndpoints(ref.account);
    },
    run: async ({ account, id, now, requestId }, all) => {
      const { endpoint: pinged } = ownedEndpoint(all, id, account);
      const event = eventId(id, `ping ${deps.random.nonce()}`);
      const { waitMs: _, ...result } = await deps.sendWebhook(pinged, { id: event, body: pingBody(event, id, now) });
      const passed = isAccepted(result);
      if (passed && pinged.status === 'disabled') {
        // Of the address that was pinged only.
        const pass = changeOne(id, (known) =>
          known.url === pinged.url && known.status === 'disabled' ? { ...known, pingedAt: now.toISOString() } : known,
        );
        await deps.changeWebhookEndpoints(account, pass);
      }
      deps.log.count('INFO', 'webhook_endpoint_pinged', { requestId, account, endpoint: id, passed });
      return { data: { passed, ...toResult(result) } };
    },
  });

export const handler = pingWebhookEndpoint(needs);
