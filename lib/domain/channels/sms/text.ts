/** What an SMS says of the texts that merchants write for it. */
import { type ChannelText, named } from '#lib/domain/message/channel-text.ts';
import { partsOf } from '#lib/domain/message/fill-text.ts';
import { REMINDER_WORDS } from '#lib/words/languages.ts';
import { foreignToGsm7 } from './gsm7.ts';
import { renderOwnSms } from './own.ts';
import { MAX_SEGMENTS } from './render.ts';

const SHOWN = 5;

export const smsText: ChannelText = {
  hasSubject: false,
  hasTemplate: false,
  // A list of lines would be too long.
  lacks: ['payments'],
  needs: ['optOut'],
  faults: (body, { longest }) => {
    const literal = partsOf(body).map((part) => ('text' in part ? part.text : ' '));
    const foreign = foreignToGsm7(literal.join(''));
    if (foreign.length > 0)
      return [{ path: 'body', message: `has what no SMS of ours can have: ${foreign.slice(0, SHOWN).join(' ')}` }];
    if (renderOwnSms(longest, { body }) !== undefined) return [];
    return [{ path: 'body', message: `must fit into ${MAX_SEGMENTS} SMS with the longest likely names and sums` }];
  },
  ours: ({ brief }, language) => ({
    body: `${brief} ${REMINDER_WORDS[language].sms.pay} ${named('payLink')} ${named('optOut')}`,
  }),
};
