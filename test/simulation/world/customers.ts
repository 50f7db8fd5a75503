/** The customers who receive messages: receipts from their phones, STOP replies, and visits to the opt-out link. */
import type { SNSEvent } from 'aws-lambda';
import { phoneOf } from '#lib/domain/contact.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { debtsToken } from '#lib/domain/links.ts';
import { fromItem } from '#lib/store/collection/item.ts';
import { collectionKey } from '#lib/store/collection/keys.ts';
import type { Message } from '#test/simulation/aws/read-sent.ts';
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import { anApiEvent } from '#test/support/api-event.ts';
import { confirm, OTHER_WORDS, replyOf, stamped, stopOf } from './receipts.ts';
import type { World } from './world.ts';

/** The share of customers who come back from the provider. */
const RETURNS = 0.4;

/** Opens the payment page (GET) or presses its button (POST). `returned`: the customer comes from the provider. */
function visit(world: World, token: string, httpMethod: 'GET' | 'POST', returned = false): void {
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

function debtsTokenOf({ tenants, table }: World, { collectionId }: Message): string {
  const ref = parseCollectionId(collectionId);
  const account = tenants.find((each) => each.account.id === ref?.account)?.account;
  const item = ref && table.items.get({ ...collectionKey(ref.account, ref.hash) });
  if (account === undefined || item === undefined) return '';
  const { collection } = fromItem(item as never);
  return debtsToken({ collection, phone: phoneOf(collection.contact, account) }, account.salt);
}

/** Opens the page of all debts, ticks some of them, and pays these, or says that something is wrong. */
function visitDebts(world: World, token: string, random: Random): void {
  ask(world, token, { method: 'GET' }, (page) => {
    const hashes = [...page.matchAll(/name="pay" value="([0-9a-z]+)"/g)].map(([, hash = '']) => hash);
    const ticked = hashes.filter(() => random.bool(0.7));
    const form = new URLSearchParams(random.bool(SAYS) ? { method: 'dispute', reason: 'other' } : {});
    for (const hash of ticked) form.append('pay', hash);
    ask(world, token, { method: 'POST', body: form.toString() }, undefined, () => {
      world.note('customer sent on to pay several');
      const query = { returned: ticked[0] ?? '' };
      if (random.bool(RETURNS)) world.kernel.after(random.between(0, 9 * MINUTE), () => ask(world, token, { query }));
    });
  });
}

const SAYS = 0.1;

type Asking = { method?: 'GET' | 'POST'; body?: string; query?: Record<string, string> };

function ask(world: World, token: string, asking: Asking, shown?: (page: string) => void, sentOn?: () => void): void {
  const event = { ...anApiEvent({ resource: '/me/{token}', ...asking }), pathParameters: { token } };
  world.lambda.invoke('payment-page', event, (ending) => {
    if (ending.kind === 'threw') world.violate(9, `the page of all debts threw ${String(ending.error)}`);
    if (ending.kind !== 'returned') return;
    const { statusCode, body } = ending.value as { statusCode: number; body: string };
    // Once the contact is corrected, the link is nobody's.
    if (![200, 303, 404, 503].includes(statusCode)) world.violate(9, `the page of all debts answered ${statusCode}`);
    if (statusCode === 503 && world.isCalm) world.violate(9, 'the page of all debts answered 503 in a calm');
    if (/example\.com|8031230/.test(body)) world.violate(8, 'the page of all debts shows an address');
    if (statusCode === 303) sentOn?.();
    if (statusCode === 200) shown?.(body);
  });
}

export type Customers = {
  got: (message: Message) => void;
  /** The recipient of the last message about the collection replies STOP now. */
  stop: (collectionId: string) => void;
  /** The ids of messages that were reported as failed for good. */
  failed: Set<string>;
};

const MINUTE = 60_000;
const STOPS = 0.04;
const PAYS = 0.3;
const PAYS_SEVERAL = 0.9;
/** Some kept the link of all debts from a message before. */
const REMEMBERS = 0.15;
const REPLIES = 0.1;
const STARTS = 0.7;
/** SNS does not keep the order. */
const MAX_DELIVERY = 20_000;

export function createCustomers(world: World): Customers {
  const { kernel, lambda } = world;
  const random = randomFrom(world.seed, 'customers');
  const words = randomFrom(world.seed, 'replies');
  const failed = new Set<string>();
  const several = randomFrom(world.seed, 'several');
  const again = randomFrom(world.seed, 'starts');
  const reply = (event: SNSEvent) => lambda.invokeLater('receive-reply', stamped(event, kernel.now()));
  /** Some change their mind, and some of those change it again. */
  const start = (message: Message) => {
    const event = stamped(replyOf(message, again.pick(['START', ' start ', 'Unstop'])), kernel.now());
    kernel.after(again.between(0, MAX_DELIVERY), () => lambda.invokeLater('receive-reply', event));
  };
  return {
    failed,
    stop(collectionId) {
      const last = world.messages.findLast((each) => each.collectionId === collectionId && each.channel !== 'email');
      if (last !== undefined) reply(stopOf(last, random));
    },
    got(message) {
      confirm(world, message, random);
      const page = /\/pay\/([0-9a-z]+)/.exec(message.text)?.[1];
      if (page !== undefined && random.bool(PAYS))
        kernel.after(random.between(0, 30 * MINUTE), () => visit(world, page, 'POST'));
      const debts = /\/me\/([0-9a-z]+)/.exec(message.text)?.[1];
      if (several.bool(debts === undefined ? REMEMBERS : PAYS_SEVERAL))
        kernel.after(several.between(0, 30 * MINUTE), () =>
          visitDebts(world, debts ?? debtsTokenOf(world, message), several),
        );
      if (message.channel !== 'email' && words.bool(REPLIES)) {
        const text = words.pick(OTHER_WORDS);
        kernel.after(words.between(0, 90 * MINUTE), () => lambda.invokeLater('receive-reply', replyOf(message, text)));
      }
      if (!random.bool(STOPS)) return;
      const wait = random.between(0, 90 * MINUTE);
      const link = /\/u\/([0-9a-z]+)/.exec(message.text)?.[1];
      if (link !== undefined && random.bool(0.5)) return kernel.after(wait, () => unsubscribe(world, link, random));
      if (message.channel === 'email') return;
      const event = stopOf(message, random);
      kernel.after(wait, () => reply(event));
      if (!again.bool(STARTS)) return;
      const from = wait + again.between(2, 90) * MINUTE;
      kernel.after(from, () => start(message));
      // Some take START back before it is delivered.
      if (again.bool(0.5)) kernel.after(from + again.between(1, MAX_DELIVERY), () => reply(replyOf(message, 'Revoke')));
    },
  };
}

const MAX_TRIES = 3;

function unsubscribe(world: World, token: string, random: Random, tried = 1): void {
  const event = { ...anApiEvent({ method: 'POST', resource: '/u/{token}' }), pathParameters: { token } };
  world.lambda.invoke('unsubscribe', event, (ending) => {
    const status = ending.kind === 'returned' ? (ending.value as { statusCode: number }).statusCode : 503;
    if (status === 404) world.violate(9, 'an opt-out link of ours leads nowhere');
    if (status === 200) return world.note('customer unsubscribed by link');
    if (tried < MAX_TRIES)
      world.kernel.after(random.between(1_000, MINUTE), () => unsubscribe(world, token, random, tried + 1));
  });
}
