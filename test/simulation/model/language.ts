/** In which language a person is written to (design §3: by the phone's country, else English). */

export type Language = 'en' | 'fr';

/** Where French is the language of business. */
const FRENCH = new Set(
  'BF BI BJ CD CF CG CI CM DJ FR GA GF GN GP KM LU MC MG ML MQ NE PF PM RE SN TD TG WF YT'.split(' '),
);

export const languageOf = (country: string | undefined): Language =>
  country !== undefined && FRENCH.has(country) ? 'fr' : 'en';

/** A word that a text of the language cannot do without. */
export const MARKS: Record<Language, RegExp> = {
  en: /\b(Hello|Hi|Dear|pay|payment|due)\b/,
  fr: /\b(Bonjour|paiement|payer|votre)\b/,
};
