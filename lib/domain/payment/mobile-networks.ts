/**
 * The mobile money network of a number, by its prefix in the numbering plan. If a customer has moved the number to
 * another network, the request goes to the wrong one; the customer can pay in another way.
 */

export type MobileNetwork = { country: string; name: string };

type Country = { code: string; calling: string; networks: Readonly<Record<string, string>> };

/** One wallet serves all networks, or the provider finds the network itself. */
const ANY = { 'Mobile money': '' };

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
  XAF: [{ code: 'CM', calling: '+237', networks: ANY }],
  XOF: [
    { code: 'BF', calling: '+226', networks: ANY },
    { code: 'CI', calling: '+225', networks: ANY },
    { code: 'SN', calling: '+221', networks: ANY },
  ],
  ZMW: [{ code: 'ZM', calling: '+260', networks: { MTN: '76 96', Airtel: '77 97', Zamtel: '75 95' } }],
};

export function mobileNetwork(phone: string, currency: string): MobileNetwork | undefined {
  const country = COUNTRIES[currency]?.find(({ calling }) => phone.startsWith(calling));
  if (country === undefined) return undefined;
  const national = phone.slice(country.calling.length);
  const [name] =
    Object.entries(country.networks).find(([, prefixes]) =>
      prefixes.split(' ').some((prefix) => national.startsWith(prefix)),
    ) ?? [];
  return name === undefined ? undefined : { country: country.code, name };
}

/** The networks among which a payer chooses, where the number does not tell. */
export const networkChoices = (currency: string): readonly string[] => [
  ...new Set((COUNTRIES[currency] ?? []).flatMap(({ networks }) => Object.keys(networks))),
];
