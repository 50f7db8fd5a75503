/** A customer on the payment page. */
import { anApiEvent } from '#test/support/api-event.ts';
import type { World } from './world.ts';

const MINUTE = 60_000;
/** The share of customers who come back from the provider. */
const RETURNS = 0.4;

/** Opens the payment page (GET) or presses its button (POST). `returned`: the customer comes from the provider. */
export function visit(world: World, token: string, httpMethod: 'GET' | 'POST', returned = false): void {
  const query = returned ? { query: { returned: '1' } } : {};
  const event = {
    ...anApiEvent({ method: httpMethod, resource: '/pay/{token}', ...query }),
    pathParameters: { token },
  };
  world.lambda.invoke('payment-page', event, (ending) => {
    if (ending.kind === 'threw') world.violate(9, `the payment page threw ${String(ending.error)}`);
    if (ending.kind !== 'returned') return;
    const { statusCode, body } = ending.value as { statusCode: number; body: string };
    if (![200, 303, 503].includes(statusCode)) world.violate(9, `the payment page answered ${statusCode}`);
    if (statusCode === 503 && world.isCalm) world.violate(9, 'the payment page answered 503, and nothing was broken');
    if (statusCode === 200 && !body.includes('</html>')) world.violate(9, 'the payment page answered no page');
    if (/example\.com|8031230/.test(body)) world.violate(8, 'the payment page shows an address');
    if (statusCode === 303) sendOn(world, token);
    if (returned && statusCode === 200) world.note('customer came back from the provider');
    if (statusCode === 200 && httpMethod === 'GET' && !returned) visit(world, token, 'POST');
  });
}

function sendOn(world: World, token: string): void {
  world.note('customer sent on to the provider');
  const { kernel, network } = world;
  if (network.bool(RETURNS)) kernel.after(network.between(0, 9 * MINUTE), () => visit(world, token, 'GET', true));
}
