/** Links to the same page in the other languages, each by its own name. */
import { escapeHtml } from '#lib/domain/message/escape-html.ts';
import { factsOf, LANGUAGES, type Language } from '#lib/words/languages.ts';

export function languageLinks(shown: Language): string {
  const links = LANGUAGES.filter((language) => language !== shown).map(
    (language) => `<a href="?lang=${language}" lang="${language}">${escapeHtml(factsOf(language).name)}</a>`,
  );
  return `<p class="small languages">${links.join(' ')}</p>`;
}
