/** Erasure: what a collection and the rows beside it say once they no longer tell who was asked for the money. */

import { DAY_MS } from '#lib/domain/time/time-units.ts';
import { erasedAnswers } from './answers.ts';
import type { Collection } from './collection.ts';
import type { Contact } from './contact.ts';
import { type CollectionRef, deriveHash, erasedContactId, eventId } from './ids.ts';
import { endedAt } from './payment/ended-checks.ts';
import type { Phone } from './phone.ts';
import { foldPhone } from './phone.ts';
import { replyEventId } from './reply.ts';
import { MESSAGE_SENT } from './written-message.ts';

/** Valid as a contact, and no address: no country has numbers of twenty digits, and mail to `.invalid` goes nowhere. */
const ERASED = {
  firstName: 'Erased',
  lastName: 'Erased',
  phone: '0'.repeat(20),
  email: 'erased@erased.invalid',
} as const;

/** Every erased collection has a contact of its own: what they had in common was the person. */
export const erasedContact = (ref: CollectionRef): Contact => ({ id: erasedContactId(ref), ...ERASED });

/** The terms without the person, earlier addresses, and metadata, in which the merchant may have written anything. */
export function withoutPerson({ metadata: _any, replaced: _earlier, ...rest }: Collection): Collection {
  return { ...rest, ...erasedAnswers(rest), contact: erasedContact(rest.ref) };
}

type ErasableEvent = { type: string; about?: string; id?: string; data?: Record<string, string> };

/** An event that was told by a message of the person: WhatsApp's ids of messages contain the phone. The event keeps its id. */
export function erasedEvent<T extends ErasableEvent>(collectionId: string, event: T): T {
  const { type, about, id } = event;
  if (type === MESSAGE_SENT && event.data?.['text']) return { ...event, data: { ...event.data, text: '' } };
  if (about === undefined || id !== undefined || !about.startsWith(BY_REPLY)) return event;
  return { ...event, about: `${BY_REPLY}${hidden(about)}`, id: eventId(collectionId, `${type}#${about}`) };
}

const BY_REPLY = 'reply#';

type Reply = { messageId: string; text: string; id?: string };

/** The event of the reply keeps its id, too. */
export const erasedReply = <T extends Reply>(collectionId: string, reply: T): T =>
  reply.id === undefined
    ? { ...reply, messageId: hidden(reply.messageId), text: '', id: replyEventId(collectionId, reply.messageId) }
    : reply;

/** Message ids are random, so a bare hash hides them. */
const hidden = (messageId: string): string => eventId('erased', messageId).slice('evt_'.length);

/** What was told of an erased collection, told again: the body of a webhook or of the feed. */
export function erasedBody(body: string, ref: CollectionRef): string {
  const told = JSON.parse(body) as { data: { collection: { contact: object; metadata?: unknown } } };
  const { metadata: _any, ...collection } = told.data.collection;
  return JSON.stringify({
    ...told,
    data: { ...told.data, collection: { ...collection, contact: { id: erasedContactId(ref) } } },
  });
}

/** Whom an erasure is about. The values of phones and emails are hashes, so that the log of erasures names nobody. */
export type ErasureSubject = { by: 'contact' | 'phone' | 'email'; value: string };

/** `lookup` is what a contact is found by. */
export const phoneSubject = (salt: string, lookup: string): ErasureSubject => ({
  by: 'phone',
  value: deriveHash(salt, 'erasure', `phone:${foldPhone(lookup)}`),
});

export const emailSubject = (salt: string, email: string): ErasureSubject => ({
  by: 'email',
  value: deriveHash(salt, 'erasure', `email:${email.toLowerCase()}`),
});

/** Whether a contact is that person's. */
export function isSubject(
  { by, value }: ErasureSubject,
  { id, email }: Pick<Contact, 'id' | 'email'>,
  { phone, salt }: { phone: Pick<Phone, 'lookup'>; salt: string },
): boolean {
  if (by === 'contact') return id === value;
  return (by === 'phone' ? phoneSubject(salt, phone.lookup) : emailSubject(salt, email)).value === value;
}

/** When the retention period of a collection ends; undefined while it can still be paid. */
export function erasureDueAt(collection: Collection, days: number): string | undefined {
  const ended = endedAt(collection);
  return ended === undefined ? undefined : retainedUntil(ended, days);
}

export const retainedUntil = (ended: string, days: number): string =>
  new Date(Date.parse(ended) + days * DAY_MS).toISOString();
