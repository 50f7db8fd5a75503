/** The words of the console in all languages, which a browser loads one at a time. */
import type { ConsoleWords } from '#lib/words/console-words.ts';
import { LANGUAGES, type Language } from '#lib/words/languages.ts';
import { loadConsoleWords } from '#lib/words/load-console-words.ts';

const loaded = LANGUAGES.map(
  async (language) => [language, (await loadConsoleWords[language].console()).consoleWords] as const,
);

export const CONSOLE_WORDS = Object.fromEntries(await Promise.all(loaded)) as Readonly<Record<Language, ConsoleWords>>;
