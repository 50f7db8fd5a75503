/** What every language must define for the console: the words that there are in English. */
import type { consoleWords } from './en/console.ts';

export type ConsoleWords = typeof consoleWords;
