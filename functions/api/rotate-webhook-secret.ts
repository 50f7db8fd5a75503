/** POST /public/webhook-endpoints/{id}/rotate-secret: a new secret, shown once; the old one stays valid for some hours. */
import { toWebhookEndpointResponse } from '#lib/contract/show-webhook.ts';
import { parseEndpointId } from '#lib/domain/ids.ts';
import { ownedEndpoint, rotateSecret } from '#lib/domain/webhook/endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { guardedCallers } from '#lib/store/account/callers.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { changeWebhookEndpoints, getWebhookEndpoints } from '#lib/store/webhook/endpoints.ts';
import { changeOne } from '#lib/use-cases/webhook-ports.ts';
import { webhookSecretsFrom } from '#lib/webhook/send.ts';

const needs = {
  ...service,
  ...storeOf(table, { ...guardedCallers, getWebhookEndpoints, changeWebhookEndpoints }),
  ...webhookSecretsFrom(service),
};

export const rotateWebhookSecret = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Webhook secret rotated successfully' },
    body: async () => (await import('#lib/contract/webhook-endpoint.ts')).readRotateWebhookSecret,
    load: async ({ id }) => {
      const ref = parseEndpointId(id);
      return ref && deps.getWebhookEndpoints(ref.account);
    },
    run: async ({ account, id, body, now, requestId }, all) => {
      const { secretVersion: before } = ownedEndpoint(all, id, account).endpoint;
      // Before the write, so that no secret is in use that nobody has seen: from here on the key is known.
      await deps.secretsOf(id, [before]);
      const changed = await deps.changeWebhookEndpoints(
        account,
        // A repetition of a write whose answer was lost does not rotate twice.
        changeOne(id, (known) =>
          known.secretVersion === before ? rotateSecret(known, body.oldValidHours, now) : known,
        ),
      );
      const { endpoint: rotated } = ownedEndpoint(changed, id, account);
      const [secret] = await deps.secretsOf(id, [rotated.secretVersion]);
      deps.log.count('INFO', 'webhook_secret_rotated', { requestId, account, endpoint: id });
      return { data: { ...toWebhookEndpointResponse(rotated, now), secret } };
    },
  });

export const handler = rotateWebhookSecret(needs);
