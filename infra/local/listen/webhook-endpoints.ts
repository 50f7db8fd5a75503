/** Calls the API's webhook endpoints with a key, for the receivers of the local run. */

export type Endpoint = { id: string; url: string; secret: string };

/** @throws when the service refuses. */
export const webhookEndpoints =
  (baseUrl: string, apiKey: string) =>
  async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${baseUrl}/public/webhook-endpoints${path}`, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { data?: unknown; message?: string };
    if (!response.ok) throw new Error(`The service answered ${response.status}: ${answer.message}`);
    return answer.data;
  };
