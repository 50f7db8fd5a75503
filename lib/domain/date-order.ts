/** In which order the people of a country write day, month and year as numbers, by CLDR, whose data the engine brings. */

export type DateOrder = 'dmy' | 'mdy' | 'ymd';

const known = new Map<string, DateOrder>();

/** Without a country the day comes first, as in most of the world. `country`: ISO 3166. */
export function dateOrderIn(country: string | undefined): DateOrder {
  if (country === undefined) return 'dmy';
  const found = known.get(country) ?? orderIn(country);
  known.set(country, found);
  return found;
}

/** The languages in which business is written where the most spoken one is not, or has no data. */
const WRITTEN = ['en', 'fr', 'es', 'pt', 'ar'];
/** They write the year first, whatever English says of them. */
const YEAR_FIRST = new Set(['HU', 'LT']);

/** Of the country's most spoken language, unless that begins with the year and a language of business does not, as in Ghana. */
function orderIn(country: string): DateOrder {
  const { language } = new Intl.Locale('und', { region: country }).maximize();
  const spoken = orderOf(language, country);
  if (spoken === 'dmy' || spoken === 'mdy' || YEAR_FIRST.has(country)) return spoken ?? 'ymd';
  const written = WRITTEN.map((each) => orderOf(each, country)).find((order) => order !== undefined);
  return written ?? spoken ?? 'dmy';
}

/** Undefined where there are no data of this language in this country. */
function orderOf(language: string, country: string): DateOrder | undefined {
  const locale = `${language}-${country}`;
  const format = new Intl.DateTimeFormat(`${locale}-u-ca-gregory-nu-latn`, {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  if (!format.resolvedOptions().locale.startsWith(locale)) return undefined;
  const letters = format
    .formatToParts(0)
    .map(({ type }) => (/^(?:year|month|day)$/.test(type) ? type.slice(0, 1) : ''));
  return letters.join('') as DateOrder;
}
