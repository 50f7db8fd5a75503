/** The words of the console, of which a browser loads those of the language that somebody reads. Apart from the others: a function has none of them. */
import type { ConsoleWords } from './console-words.ts';
import type { Language } from './languages.ts';

export const loadConsoleWords: Readonly<Record<Language, () => Promise<{ consoleWords: ConsoleWords }>>> = {
  en: () => import('./en/console.ts'),
  fr: () => import('./fr/console.ts'),
  pt: () => import('./pt/console.ts'),
  sw: () => import('./sw/console.ts'),
};
