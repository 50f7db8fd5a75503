/** The words of the console's screen for developers, of which a browser loads those of one language when somebody opens it. */
import type { DevelopersWords } from './developers-words.ts';
import type { Language } from './languages.ts';

export const loadDevelopersWords: Readonly<Record<Language, () => Promise<{ developersWords: DevelopersWords }>>> = {
  en: () => import('./en/developers.ts'),
  fr: () => import('./fr/developers.ts'),
  pt: () => import('./pt/developers.ts'),
  sw: () => import('./sw/developers.ts'),
};
