/** What every language must define for the console's settings: the words that there are in English. */
import type { settingsWords } from './en/settings.ts';

export type SettingsWords = typeof settingsWords;
