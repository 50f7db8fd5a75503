/** The languages of reminders. To add one, add a file beside `en.ts` and name it here. */
import type { Catalogue } from './catalogue.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';

const CATALOGUES = { en, fr } satisfies Record<string, Catalogue>;

export type Language = keyof typeof CATALOGUES;

export const LANGUAGES = Object.keys(CATALOGUES) as readonly Language[];

export const catalogueOf = (language: Language): Catalogue => CATALOGUES[language];

export const languageFor = (country: string | undefined): Language =>
  LANGUAGES.find((language) => catalogueOf(language).countries.includes(country ?? '')) ?? 'en';
