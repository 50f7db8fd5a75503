/** The acts of a world: what its businesses and their customers do of their own accord. */
import { collectionRefOf } from '#lib/domain/build-collection.ts';
import { collectionId } from '#lib/domain/ids.ts';
import type { Asked } from './callers.ts';
import type { Tenant } from './tenants.ts';

/** A payment under the reference of a collection that may or may not exist. */
export type Paid = { by: Tenant; reference: string; minor: number };

/** A request or a payment, `after` milliseconds from the beginning. */
export type Act = { name: string; after: number } & ({ asked: Asked } | { paid: Paid });

export const idOf = ({ account }: Tenant, reference: string): string =>
  collectionId(collectionRefOf(account, reference));
