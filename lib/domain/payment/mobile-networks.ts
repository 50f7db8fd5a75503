/**
 * The mobile money network of a number: what the payer chose, or what its prefix in the numbering plan says. A number
 * that has moved to another network keeps its prefix, so the request may go to the wrong one.
 */

export type MobileNetwork = { country: string; name: string };

/** The prefixes of each network; none where prefixes do not tell, so that the payer has to choose. */
type Country = { code: string; calling: string; networks?: Readonly<Record<string, string>> };

const COUNTRIES: Readonly<Record<string, readonly Country[]>> = {
  GHS: [
    {
      code: 'GH',
      calling: '+233',
      networks: { MTN: '24 25 53 54 55 59', Telecel: '20 50', AirtelTigo: '26 27 56 57' },
    },
  ],
  KES: [
    {
      code: 'KE',
      calling: '+254',
      networks: { 'M-Pesa': '11 70 71 72 740 741 742 743 745 746 748 757 758 759 768 769 79' },
    },
  ],
  RWF: [{ code: 'RW', calling: '+250', networks: { MTN: '78 79', Airtel: '72 73' } }],
  TZS: [
    {
      code: 'TZ',
      calling: '+255',
      networks: { Vodacom: '74 75 76', Airtel: '68 69 78', Tigo: '65 67 71 77', Halotel: '61 62' },
    },
  ],
  UGX: [{ code: 'UG', calling: '+256', networks: { MTN: '31 39 76 77 78 79', Airtel: '70 74 75' } }],
  XAF: [{ code: 'CM', calling: '+237' }],
  XOF: [
    { code: 'BF', calling: '+226' },
    { code: 'CI', calling: '+225' },
    { code: 'SN', calling: '+221' },
  ],
  ZMW: [{ code: 'ZM', calling: '+260', networks: { MTN: '76 96', Airtel: '77 97', Zamtel: '75 95' } }],
};

/** What a payer can choose from. Not every network is in every country of the currency. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  GHS: ['MTN', 'Telecel', 'AirtelTigo'],
  KES: ['M-Pesa', 'Airtel'],
  RWF: ['MTN', 'Airtel'],
  TZS: ['Vodacom', 'Airtel', 'Tigo', 'Halotel'],
  UGX: ['MTN', 'Airtel'],
  XAF: ['MTN', 'Orange Money'],
  XOF: ['Wave', 'MTN', 'Orange Money'],
  ZMW: ['MTN', 'Airtel', 'Zamtel'],
};

/** The networks that take this currency; none for a currency without mobile money. */
export const networkChoices = (currency: string): readonly string[] =>
  Object.hasOwn(CHOICES, currency) ? (CHOICES[currency] ?? []) : [];

type NetworkChoice = { phone: string; currency: string; chosen?: string | undefined };

/** `unknown_network`: no network of this currency takes the number, or has the chosen name. */
export function findNetwork({
  phone,
  currency,
  chosen,
}: NetworkChoice): MobileNetwork | 'network_needed' | 'unknown_network' {
  const country = COUNTRIES[currency]?.find(({ calling }) => phone.startsWith(calling));
  if (country === undefined) return 'unknown_network';
  if (chosen !== undefined) {
    return networkChoices(currency).includes(chosen) ? { country: country.code, name: chosen } : 'unknown_network';
  }
  const national = phone.slice(country.calling.length);
  const [name] =
    Object.entries(country.networks ?? {}).find(([, prefixes]) =>
      prefixes.split(' ').some((prefix) => national.startsWith(prefix)),
    ) ?? [];
  return name === undefined ? 'network_needed' : { country: country.code, name };
}
