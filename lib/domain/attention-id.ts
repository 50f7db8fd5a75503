/** The id of what needs a person: of which collection it is, and why. */
import { ATTENTION_REASONS, type AttentionReason } from './attention.ts';
import { type CollectionRef, collectionId, parseCollectionId } from './ids.ts';

const PREFIX = 'att_';

export const attentionId = (ref: CollectionRef, reason: AttentionReason): string =>
  `${PREFIX}${collectionId(ref).slice('pay_'.length)}${ATTENTION_REASONS.indexOf(reason).toString(36)}`;

/** Undefined if it is malformed. */
export function parseAttentionId(id: string): { ref: CollectionRef; reason: AttentionReason } | undefined {
  const [, owned, place = ''] = /^att_([0-9a-z]{35})([0-9a-z])$/.exec(id) ?? [];
  const ref = owned === undefined ? undefined : parseCollectionId(`pay_${owned}`);
  const reason = ATTENTION_REASONS[Number.parseInt(place, 36)];
  return ref === undefined || reason === undefined ? undefined : { ref, reason };
}
