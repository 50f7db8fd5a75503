/** What an email says of the texts that merchants write for it. */
import { type ChannelText, named } from '#lib/domain/message/channel-text.ts';
import { isSeveralKind } from '#lib/domain/message/own-text.ts';
import { REMINDER_WORDS } from '#lib/words/languages.ts';

export const emailText: ChannelText = {
  hasSubject: true,
  hasTemplate: false,
  // The way out stands below each email.
  lacks: ['optOut'],
  needs: [],
  faults: () => [],
  ours: ({ subject, greeting, sentence, kind }, language) => {
    const thanks = REMINDER_WORDS[language].thanks(named('received'));
    const about = isSeveralKind(kind) ? [sentence, named('payments')] : [thanks, sentence];
    return { subject, body: [greeting, ...about, named('payLink')].join('\n\n') };
  },
};
