/** What the numbering plans of countries do beyond the library: numbers that were renumbered, and country codes that countries share. */

/** `country` and `since`: whose numbering changed when. */
type Renumbering = { country: string; since: number; from: RegExp; to: string | ((...groups: string[]) => string) };

/** By the second digit of an old mobile number: its operator, to which a prefix was given. */
const IVORIAN: Readonly<Record<string, string>> = {
  '0': '01',
  '1': '01',
  '2': '01',
  '3': '01',
  '4': '05',
  '5': '05',
  '6': '05',
  '7': '07',
  '8': '07',
  '9': '07',
};

const VIETNAMESE: Readonly<Record<string, string>> = {
  '120': '70',
  '121': '79',
  '122': '77',
  '126': '76',
  '128': '78',
  '123': '83',
  '124': '84',
  '125': '85',
  '127': '81',
  '129': '82',
  '162': '32',
  '163': '33',
  '164': '34',
  '165': '35',
  '166': '36',
  '167': '37',
  '168': '38',
  '169': '39',
  '186': '56',
  '188': '58',
  '199': '59',
};

const EGYPTIAN: Readonly<Record<string, string>> = {
  '10': '100',
  '16': '106',
  '19': '109',
  '12': '122',
  '17': '127',
  '18': '128',
  '11': '111',
  '14': '114',
};

const RENUMBERINGS: readonly Renumbering[] = [
  // Mobiles had a 1 after the country code; within the country they were dialled with 044, 045 or 1.
  { country: 'MX', since: 2019, from: /^\+52(?:1|01|044|045)(\d{10})$/, to: '+52$1' },
  // A 15 between the area code and the number is only dialled within the country.
  { country: 'AR', since: 1999, from: /^\+549?(?=\d{12}$)(11|[23]\d{2,3}?)15(\d{6,8})$/, to: '+549$1$2' },
  {
    country: 'CI',
    since: 2021,
    from: /^\+225([04-9](\d)\d{6})$/,
    to: (_, number = '', operator = '') => `+225${IVORIAN[operator]}${number}`,
  },
  { country: 'BJ', since: 2024, from: /^\+229([24-69]\d{7})$/, to: '+22901$1' },
  { country: 'CM', since: 2014, from: /^\+237([5-9]\d{7})$/, to: '+2376$1' },
  { country: 'CM', since: 2014, from: /^\+237([23]\d{7})$/, to: '+2372$1' },
  { country: 'GA', since: 2019, from: /^\+2410?([256]\d{6})$/, to: '+2416$1' },
  { country: 'GA', since: 2019, from: /^\+2410?([47]\d{6})$/, to: '+2417$1' },
  {
    country: 'VN',
    since: 2018,
    from: /^\+84(1[2689]\d)(\d{7})$/,
    to: (all, start = '', rest = '') => (VIETNAMESE[start] === undefined ? all : `+84${VIETNAMESE[start]}${rest}`),
  },
  {
    country: 'EG',
    since: 2011,
    from: /^\+20(1[0124-9])(\d{7})$/,
    to: (all, start = '', rest = '') => (EGYPTIAN[start] === undefined ? all : `+20${EGYPTIAN[start]}${rest}`),
  },
  { country: 'EC', since: 2012, from: /^\+593([89]\d{7})$/, to: '+5939$1' },
  { country: 'CO', since: 2021, from: /^\+57([1245678]\d{7})$/, to: '+5760$1' },
  { country: 'MU', since: 2013, from: /^\+230([79]\d{6})$/, to: '+2305$1' },
  { country: 'MA', since: 2009, from: /^\+212([67]\d{7})$/, to: '+2126$1' },
  { country: 'CR', since: 2008, from: /^\+506([38]\d{6})$/, to: '+5068$1' },
  // The 8 with which both countries dial long distances, behind the country code.
  { country: 'RU', since: 2005, from: /^\+78([3-9]\d{9})$/, to: '+7$1' },
  { country: 'UA', since: 2009, from: /^\+3808?0(\d{9})$/, to: '+380$1' },
];

/** `phone` is in E.164; it is answered as it is, if it is of today's numbering. */
export function renumberedOf(phone: string): string {
  for (const { from, to } of RENUMBERINGS) {
    if (from.test(phone)) return typeof to === 'string' ? phone.replace(from, to) : phone.replace(from, to);
  }
  return phone;
}

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
