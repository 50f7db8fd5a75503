/** In some worlds a business of its own is paid by providers that are no sandbox: what each takes, by which phones, on which pages, and what happens when one fails. */
import { randomFrom } from '#test/simulation/kernel/random.ts';
import { ASKED_CURRENCIES, KINDS, untaken } from '#test/simulation/model/capabilities.ts';
import { METHODS } from '#test/simulation/model/wire.ts';
import { type Business, bodyOf, openPaidElsewhere, same } from './other-providers/business.ts';
import { openAndCancel, openFailing, openTaken } from './other-providers/pages.ts';
import { chooseNothing, enterCode, payByPhone } from './other-providers/wallets.ts';
import { confirmPayment, misdirect } from './other-providers/webhooks.ts';
import { askAll } from './own-business.ts';
import type { World } from './world.ts';

export const OTHER_PROVIDERS = { name: 'other-providers', share: 0.1 };

const PREVIEWS = 8;
const PHONES = 5;

/** After all else, when nothing is broken any more; not where an operator or a retention period comes after it. */
export async function payElsewhere(world: World, without: ReadonlySet<string>): Promise<void> {
  const random = randomFrom(world.seed, OTHER_PROVIDERS.name);
  if (without.has(OTHER_PROVIDERS.name) || !random.bool(OTHER_PROVIDERS.share)) return;
  const business = await openPaidElsewhere(world, random);
  await lookAtCapabilities(business);
  for (let phone = 0; phone < PHONES && !world.kernel.isStopped(); phone += 1) await payByPhone(business);
  for (const step of [chooseNothing, enterCode, openAndCancel, openTaken, openFailing, confirmPayment, misdirect])
    if (random.bool(0.7) && !world.kernel.isStopped()) await step(business);
  world.note('paid by other providers');
}

/** Previews write nothing: what a provider cannot do is refused, by its name. */
async function lookAtCapabilities(business: Business): Promise<void> {
  const { world, random, key } = business;
  const asked = Array.from({ length: PREVIEWS }, () => {
    const methods = METHODS.filter(() => random.bool(0.7));
    return { provider: random.pick(KINDS), currency: random.pick(ASKED_CURRENCIES), phone: '+2348031230077', methods };
  });
  const answers = await askAll(
    world,
    asked.map((each) => ({ operation: 'preview-follow-ups', key, method: 'POST', body: bodyOf(each, 'a preview') })),
  );
  for (const [index, { provider, currency, methods }] of asked.entries()) {
    const missing = untaken(methods, provider, currency);
    const message = `${missing.join(', ')} cannot be offered by provider ${provider} in ${currency}`;
    const right = missing.length === 0 ? [200, undefined] : [400, [{ path: 'payable.methods', message }]];
    const { status, body } = answers[index] ?? { status: 0, body: {} };
    same(business, `${methods.join()} of ${provider} in ${currency}`, [status, body.errors], right);
  }
}
