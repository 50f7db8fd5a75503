/** PATCH of a collection: the contact, the life, the follow-up and the metadata as they are afterwards. */
import { isDeepStrictEqual } from 'node:util';
import { termsFor, termsOf } from './expected.ts';
import { contactOf } from './people.ts';
import { keepingDue, lifeOf, type Moment, type Revised, refused, revised, withOneLate } from './revised.ts';
import { courseFrom } from './revisions.ts';
import { echoOf } from './strategy.ts';
import type { FollowUpRequest, Person } from './wire.ts';

export type Patch = { contact?: Partial<Person>; expiresIn?: number; followUp?: FollowUpRequest; metadata?: object };

export function update(patch: Patch, moment: Moment, now: number): Revised {
  const { known } = moment;
  const contact = contactOf({ ...known.contact, ...patch.contact }, known.account, known.contact.id);
  const life = lifeOf(known, patch.expiresIn ?? known.expiresIn);
  if (life.expiresAt <= now) return refused('expiresIn', 'must end in the future, counted from the creation');
  const isSame = life.expiresAt === known.expiresAt && contact.phone === known.contact.phone;
  const before = termsOf(moment);
  const kept = known.followUp.enabled ? moment.given : { enabled: false };
  const given = patch.followUp ?? kept;
  const fresh = termsFor({ contact, account: known.account, expiresIn: life.expiresIn, amount: known.amount, given });
  const isKept = isSame && patch.followUp === undefined;
  const terms = isKept ? { ...before, given } : { ...fresh, given };
  const followUp = isKept ? known.followUp : echoOf(fresh.strategy, life.expiresIn);
  const chosenFor = isKept ? known.chosenFor : life.expiresIn;
  const metadata = patch.metadata ?? known.metadata;
  const rewritten = !isKept && !isDeepStrictEqual([before.strategy, partsOf(kept)], [terms.strategy, partsOf(given)]);
  const isOther = rewritten && (before.strategy !== undefined || terms.strategy !== undefined);
  const isPlanned =
    isOther || !isSame || contact.email !== known.contact.email || !isDeepStrictEqual(followUp, known.followUp);
  const isRewritten = JSON.stringify(metadata) !== JSON.stringify(known.metadata);
  const isChanged = isPlanned || !isDeepStrictEqual(contact, known.contact) || isRewritten;
  if (!isChanged) return { known };
  const course = isPlanned
    ? courseFrom(known, { ...keepingDue(moment, now), isAnew: patch.followUp !== undefined })
    : known.course;
  const to = { contact, ...life, chosenFor, followUp, metadata, terms, course };
  const changed = [
    ...(['firstName', 'lastName', 'phone', 'email'] as const)
      .filter((field) => contact[field] !== known.contact[field])
      .map((field) => `contact.${field}`),
    ...(life.expiresAt === known.expiresAt ? [] : ['expiresIn']),
    ...(isOther || !isDeepStrictEqual(followUp, known.followUp) ? ['followUp'] : []),
    ...(isRewritten ? ['metadata'] : []),
  ];
  const next = revised(known, to, { now, type: 'collection.updated', data: { changed, actor: 'merchant' } });
  return { known: isPlanned ? withOneLate(moment, next, now) : next };
}

const partsOf = (given: FollowUpRequest | undefined): string[] =>
  Object.keys(given ?? {})
    .filter((part) => part !== 'enabled')
    .toSorted();
