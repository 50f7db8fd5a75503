/** What every language must define for the console's settings and its screen for developers: the words that there are in English. */
import type { developersWords, settingsWords } from './en/settings.ts';

export type SettingsWords = typeof settingsWords;
export type DevelopersWords = typeof developersWords;
