/** The language of a message: that of the phone's country, else English. */

export type Language = 'en' | 'fr';

/** Countries in which most people read French. */
const FRENCH = new Set(
  `BF BI BJ BL CD CF CG CI CM DJ DZ FR GA GF GN GP HT KM LU MA MC MF MG ML MQ MR NC NE PF PM RE SN TD TG TN WF YT`.split(
    ' ',
  ),
);

export const languageOf = (country: string | undefined): Language =>
  country !== undefined && FRENCH.has(country) ? 'fr' : 'en';

/** Words of a greeting or a request that occur in one language only. */
export const MARKS: Record<Language, RegExp> = {
  en: /\b(Hello|Your payment|reminder from)\b/,
  fr: /\b(Bonjour|[Vv]otre paiement|[Rr]appel de)\b/,
};
