/** The codes of the languages, without their words: for what only names one. */
export const LANGUAGE_CODES = ['en', 'fr', 'pt', 'sw', 'ha'] as const;
export type LanguageCode = (typeof LANGUAGE_CODES)[number];
