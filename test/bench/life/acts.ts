/** What a merchant and a customer do in the life of a collection, and when. */
import { handler as createCollection } from '#functions/api/create-collection.ts';
import { handler as getCollection } from '#functions/api/get-collection.ts';
import { handler as paymentPage } from '#functions/payment/payment-page.ts';
import { clock } from '#lib/clock.ts';
import type { PaidShop } from '#test/bench/paid-shop.ts';
import { aFullCreateBody } from '#test/support/a-create-body.ts';
import { anApiEvent } from '#test/support/api-event.ts';

/** A Monday, 9:00 in Lagos. */
export const START = Date.parse('2026-03-02T08:00:00.000Z');
export const HOURS = 72;

/** The clock of the queues is not that of the lives: by now all that waits is due. */
export const END = new Date(8.64e15);

export const setClock = (at: number): void => {
  clock.now = () => new Date(at);
};

/** Answers the id. */
export async function create({ ask }: PaidShop, reference: string, given: object = {}): Promise<string> {
  const { followUp: _default, ...body } = aFullCreateBody({ reference, expiresIn: HOURS * 60, ...given });
  return ((await ask(createCollection, 201, { method: 'POST', body })).body.data as { id: string }).id;
}

/** How its customer opens the page of a collection, and sends its form. */
export async function pageOf({ ask }: PaidShop, id: string): Promise<(method: 'GET' | 'POST') => Promise<void>> {
  const { body } = await ask(getCollection, 200, { id });
  const { payable } = body.data as { payable: { options: { link: string }[] } };
  const token = payable.options[0]?.link.split('/').at(-1) ?? '';
  return async (method) => {
    const event = { ...anApiEvent({ method, resource: '/pay/{token}' }), pathParameters: { token } };
    const { statusCode } = await paymentPage(event as never, {} as never);
    if (statusCode >= 400) throw new Error(`the page answered ${statusCode}`);
  };
}
