/** What needs a person, as a person reads it, and what is offered first. */
import type { AttentionResponse } from '#lib/contract/attention.ts';
import type { TimelineWords } from '#lib/words/timeline-words.ts';
import { methodText, reasonText } from './format.ts';

/** What can be done about an item: a dialog about its collection, or the decision on what the customer says. */
export type Action = 'payment' | 'promise' | 'reopen' | 'remind' | 'write' | 'decide';

/** What stands first: what is suggested, else what the collection still allows. Who paid, or says that all is wrong, is not reminded. */
export function actionOf({
  suggestion,
  reason,
  collection,
}: Pick<AttentionResponse, 'suggestion' | 'reason' | 'collection'>): Action {
  switch (suggestion?.kind) {
    case 'promise':
      return 'promise';
    case 'reopen':
      return 'reopen';
    case 'dispute':
      return 'decide';
    case 'claim':
      return suggestion.claim === undefined ? 'payment' : 'decide';
    default:
      if (reason !== 'promise_broken' && reason !== 'never_reached') return 'write';
      return collection.status === 'expired' ? 'reopen' : 'remind';
  }
}

/** What the customer says is wrong begins with a code, and how they say that they paid is one. */
export function textOf(
  { reason, text = '' }: Pick<AttentionResponse, 'reason' | 'text'>,
  words: TimelineWords,
  dayText: (day: string) => string,
): string {
  if (reason === 'disputed') return text.replace(/^[a-z_]+(?=$|:)/, (code) => reasonText(words, code));
  if (reason !== 'claimed_paid') return text;
  const [day = '', sum = '', method = '', ...transaction] = text.split(' · ');
  return [day && dayText(day), sum, methodText(words, method), ...transaction].join(' · ');
}
