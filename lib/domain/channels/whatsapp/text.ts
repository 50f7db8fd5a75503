/** What WhatsApp says of the texts that merchants write for it: https://developers.facebook.com/documentation/business-messaging/whatsapp/templates/overview */

import type { ChannelText } from '#lib/domain/message/channel-text.ts';
import { partsOf } from '#lib/domain/message/fill-text.ts';
import { dueOfKind, isSeveralKind, toneOfKind } from '#lib/domain/message/own-text.ts';
import { REMINDER_WORDS } from '#lib/words/languages.ts';
import { templateName } from './templates.ts';

export const whatsappText: ChannelText = {
  hasSubject: false,
  hasTemplate: true,
  // The way out stands in the template's footer; Meta takes no line breaks in a value.
  lacks: ['optOut', 'payments', 'support'],
  needs: [],
  faults: (body, { maybe }) => {
    const ends = [partsOf(body)[0], partsOf(body).at(-1)];
    const touches = ends.some((part) => part !== undefined && 'text' in part && part.text.trim() === '');
    const beside = maybe.map(
      (name) => `cannot have {{${name}}}, which not every message has: a template is sent whole`,
    );
    const faults = [...beside, ...(touches ? ['must begin and end with words, as Meta wants it'] : [])];
    return faults.map((message) => ({ path: 'body', message }));
  },
  ours: ({ greeting, sentence, kind }, language) => {
    const { whatsapp } = REMINDER_WORDS[language];
    const about = isSeveralKind(kind) ? 'several' : 'one';
    const name = templateName({ tone: toneOfKind(kind), about, due: dueOfKind(kind), isLinked: true });
    return {
      body: `${greeting}\n\n${sentence} ${whatsapp.payByButton}`,
      template: { name, language: whatsapp.templateLanguage, button: true },
    };
  },
};
