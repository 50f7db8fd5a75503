/** What every language must define for the console's screen for developers: the words that there are in English. */
import type { developersWords } from './en/developers.ts';

export type DevelopersWords = typeof developersWords;
