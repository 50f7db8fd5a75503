/** What the text of a message depends on. */
import type { AccountFacts, Amount, Contact, Method, Status } from './wire.ts';

export type Subject = {
  account: AccountFacts;
  collection: {
    id: string;
    reference: string;
    amount: Amount;
    contact: Contact;
    payable: { enabled: boolean; methods: readonly Method[] };
    metadata: object | undefined;
    expiresAt: number;
    /** In minor units. */
    received: number;
    /** When the message was claimed, or is shown. */
    status: Status;
  };
  /** The time zone in which the message shows the expiry: the first zone of the contact. */
  zone: string;
};

/** The purpose of the payment: the description, or the first one of a list. */
export function descriptionOf(metadata: object | undefined): string {
  const first: object = Array.isArray(metadata) ? metadata[0] : (metadata ?? {});
  return 'description' in first && typeof first.description === 'string' ? first.description : '';
}

export const isLinked = ({ collection: { payable } }: Subject): boolean =>
  payable.enabled && payable.methods.some((each) => each === 'payment_link' || each === 'card');
