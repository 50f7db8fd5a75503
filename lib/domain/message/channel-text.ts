/** What a channel says of the texts that merchants write for it. */
import type { Fault } from '#lib/domain/errors.ts';
import type { Language } from '#lib/words/languages.ts';
import type { Placeholder } from './fill-text.ts';
import type { TextPlace, TextWords } from './own-text.ts';
import type { MessageInput } from './values.ts';

/** How a placeholder is written. */
export const named = (placeholder: Placeholder): string => `{{${placeholder}}}`;

/** Our words of a kind, with placeholders. */
type OurWords = Pick<TextPlace, 'language' | 'kind'> & {
  /** For all channels, and for one whose messages are short. */
  greeting: string;
  sentence: string;
  brief: string;
  subject: string;
};

export type ChannelText = {
  hasSubject: boolean;
  hasTemplate: boolean;
  /** No message by it has them. */
  lacks: readonly Placeholder[];
  /** Each text must have them, besides a sum and a way to pay. */
  needs: readonly Placeholder[];
  /** What else the channel refuses in a text. `maybe`: placeholders of the text that not every message has; `longest`: a message with long values. */
  faults: (body: string, given: { maybe: readonly Placeholder[]; longest: MessageInput }) => Fault[];
  ours: (words: OurWords, language: Language) => TextWords;
};
