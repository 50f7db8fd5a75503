/** Customers of the worlds with an operator: few people, and texts that no other collection has, so that what is left of one is found. */

import { storedCollections } from '#test/simulation/invariants/stored.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import { readPhone } from '#test/simulation/model/people.ts';
import { idOf } from './acts.ts';
import type { Asked } from './callers.ts';
import type { Tenant } from './tenants.ts';
import type { World } from './world.ts';

export type Somebody = { phone: string; email: string };

/** Two share an email, two more have no phone that can be reached and one placeholder email. */
export const PEOPLE: readonly Somebody[] = [
  { phone: '+2348039977001', email: 'zebedee.1@canary.example' },
  { phone: '+2348039977002', email: 'Zebedee.2@canary.example' },
  { phone: '+2348039977003', email: 'zebedee.2@canary.example' },
  { phone: '9977904', email: 'nobody@canary.example' },
  { phone: '9977905', email: 'nobody@canary.example' },
];

/** A create or a correction that was asked for: `names` are texts that only this one has. */
export type Told = {
  by: Tenant;
  id: string;
  at: number;
  names: readonly string[];
  isOfMoney?: true;
} & Partial<Somebody>;

export type Book = {
  told: Told[];
  /** Nobody asks for money of this person any more. */
  retired: Set<string>;
};

export const placeOf = ({ mark }: Tenant, value: string): string => `${mark} ${value.toLowerCase()}`;

/** What contacts are found by. */
export const valuesOf = (by: Tenant, { phone, email }: Partial<Somebody>): string[] => [
  ...(phone === undefined ? [] : [readPhone(phone, by.account.country).lookup]),
  ...(email === undefined ? [] : [email.toLowerCase()]),
];

/** What merchants and customers do, one act each time. `some`: the collections of these customers by now. */
export function customersOf(world: World, random: Random, book: Book): () => void {
  let texts = 0;
  let references = 0;
  const text = (): string => {
    texts += 1;
    return `Quagmire${texts}q`;
  };
  const isRetired = (by: Tenant, of: Partial<Somebody>) =>
    valuesOf(by, of).some((value) => book.retired.has(placeOf(by, value)));
  const say = (told: Omit<Told, 'at'>) => book.told.push({ ...told, at: world.kernel.now() });
  const somebody = (): Somebody =>
    random.bool(0.85)
      ? random.pick(PEOPLE)
      : { phone: random.pick(PEOPLE).phone, email: random.pick(PEOPLE).email.toUpperCase() };

  function create(by: Tenant): void {
    const [firstName, note, of] = [text(), text(), somebody()];
    if (isRetired(by, of)) return;
    references += 1;
    const reference = `${by.mark}-late-${references}`;
    const body = {
      reference,
      amount: { value: random.pick([500, 45_000]), currency: 'NGN' },
      contact: { firstName, lastName: 'Obi', ...of },
      expiresIn: random.pick([10, 30, 60, 240, 1440, 2880]),
      ...(random.bool(0.7) && { metadata: { note } }),
      ...(random.bool(0.5) && { payable: { enabled: true } }),
      ...(random.bool(0.8) && { followUp: { startAfter: random.pick([0, 1, 5, 20]) } }),
    };
    say({ by, id: idOf(by, reference), names: [firstName, note], ...of });
    const idempotencyKey = random.bool(0.5) ? `key of ${reference}` : undefined;
    world.callers.ask({ by, operation: 'create-collection', call: { method: 'POST', body }, idempotencyKey });
  }

  function correct(by: Tenant, id: string): void {
    const [firstName, note, { phone, email }] = [text(), text(), somebody()];
    const to = random.pick<Partial<Somebody>>([{ phone }, { phone }, { email }, { phone, email }, {}]);
    if (isRetired(by, to)) return;
    const body = random.bool(0.8) ? { contact: { firstName, ...to } } : { metadata: { note } };
    say({ by, id, names: [firstName, note], ...('contact' in body && to) });
    world.callers.ask({ by, operation: 'update-collection', call: { method: 'PATCH', id, body } });
  }

  function record(by: Tenant, id: string): void {
    const note = text();
    const body = { amount: { value: random.pick([250, 500, 45_000]), currency: 'NGN' }, method: 'cash', note };
    say({ by, id, names: [note], isOfMoney: true });
    const call = { method: 'POST', id, body };
    world.callers.ask({ by, operation: 'record-payment', call, idempotencyKey: `key of ${book.told.length}` });
  }

  return () => {
    const known = storedCollections(world).filter(({ reference }) => reference.includes('-late-'));
    const die = random.fraction();
    if (known.length < 4 || die < 0.4) return create(random.pick(world.tenants));
    const { id, ref, reference } = random.pick(random.bool(0.5) ? known.slice(-4) : known);
    const by = world.tenants.find(({ account }) => account.id === ref.account) as Tenant;
    if (die < 0.65) return correct(by, id);
    if (die < 0.73) return record(by, id);
    if (die < 0.83)
      return world.sandbox.pay(by, reference, { minor: random.pick([50_000, 4_500_000]), currency: 'NGN' });
    const asked: Pick<Asked, 'operation' | 'call'> = random.pick<Pick<Asked, 'operation' | 'call'>>([
      { operation: 'update-collection-status', call: { method: 'PATCH', id, body: { status: 'cancelled' } } },
      { operation: 'send-follow-up', call: { method: 'POST', id, body: {} } },
      { operation: 'send-follow-up', call: { method: 'POST', id, body: {} } },
      { operation: 'get-collection', call: { id } },
    ]);
    world.callers.ask({ by, ...asked });
  };
}
