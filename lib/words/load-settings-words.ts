/** The words of the console's settings, of which a browser loads those of one language when somebody opens them. */
import type { Language } from './languages.ts';
import type { SettingsWords } from './settings-words.ts';

export const loadSettingsWords: Readonly<Record<Language, () => Promise<{ settingsWords: SettingsWords }>>> = {
  en: () => import('./en/settings.ts'),
  fr: () => import('./fr/settings.ts'),
  pt: () => import('./pt/settings.ts'),
  sw: () => import('./sw/settings.ts'),
};
