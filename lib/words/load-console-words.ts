/** The words of the console, of which a browser loads those of the language that somebody reads. Apart from the others: a function has none of them. */
import type { ConsoleWords } from './console-words.ts';
import type { Language } from './languages.ts';
import type { DevelopersWords, SettingsWords } from './settings-words.ts';

type Loaders = {
  console: () => Promise<{ consoleWords: ConsoleWords }>;
  /** Only when somebody opens the settings, or the screen for developers. */
  settings: () => Promise<{ settingsWords: SettingsWords; developersWords: DevelopersWords }>;
};

export const loadConsoleWords: Readonly<Record<Language, Loaders>> = {
  en: { console: () => import('./en/console.ts'), settings: () => import('./en/settings.ts') },
  fr: { console: () => import('./fr/console.ts'), settings: () => import('./fr/settings.ts') },
  pt: { console: () => import('./pt/console.ts'), settings: () => import('./pt/settings.ts') },
  sw: { console: () => import('./sw/console.ts'), settings: () => import('./sw/settings.ts') },
  ha: { console: () => import('./ha/console.ts'), settings: () => import('./ha/settings.ts') },
};
