/** What every language must define for the console: the words that there are in English. */
import { consoleWords } from './en/console.ts';

export type ConsoleWords = typeof consoleWords;

/** Those of the default language, for what is told in no other. */
export const DEFAULT_CONSOLE_WORDS: ConsoleWords = consoleWords;
