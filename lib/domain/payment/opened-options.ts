/** What the providers made of the sessions that a create reserved. */
import type { CollectionEvent } from '#lib/domain/collection.ts';
import type { ProviderOption } from './payment-option.ts';

export type OpenedOptions = {
  options: ProviderOption[];
  /** The providers' own names of sessions, by number. */
  keys: { number: number; key: string }[];
  /** One for each option that is missing. */
  events: CollectionEvent[];
};
