/** The calling codes that several countries share, for numbers that do not show which of them is theirs. */

/**
 * The largest country first: its clock is the one in which instants are told. American Samoa, Guam, the Northern Marianas,
 * Hawaii and Alaska are left out: each has one area code, which is known, and room in it for decades.
 */
const SHARED: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ['1', 'US CA DO PR JM TT BS BB LC VC GD VI AG DM KY BM SX KN TC VG AI MS'],
    ['7', 'RU KZ'],
    ['39', 'IT VA'],
    ['44', 'GB JE IM GG'],
    ['47', 'NO SJ'],
    ['61', 'AU CX CC'],
    ['212', 'MA EH'],
    ['262', 'RE YT'],
    ['290', 'SH TA'],
    ['358', 'FI AX'],
    ['590', 'GP MF BL'],
    ['599', 'CW BQ'],
  ].map(([code = '', countries = '']) => [code, countries.split(' ')]),
);

/** All of North America dials these, though the library says that they are of the United States. */
const TOLL_FREE = /^\+18(?:00|33|44|55|66|77|88)/;

type ReadNumber = { number: string; country?: string | undefined; countryCallingCode: string };

/** Undefined where the number shows its country. Nobody shares the code of a number that may be anywhere, as by satellite. */
export function countriesSharing({ number, country, countryCallingCode }: ReadNumber): readonly string[] | undefined {
  if (country !== undefined && !TOLL_FREE.test(number)) return undefined;
  return SHARED.get(countryCallingCode) ?? [];
}
