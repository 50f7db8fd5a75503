/** The numbering plans of mobile money: each prefix has its network, and every other prefix has none. */
import { expect, it } from 'vitest';
import { findNetwork } from '#lib/domain/payment/mobile-networks.ts';

const PREFIXES = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'));

it.each([
  ['GHS', 'GH', '+233', { MTN: '24 25 53 54 55 59', Telecel: '20 50', AirtelTigo: '26 27 56 57' }],
  ['KES', 'KE', '+254', { 'M-Pesa': '11 70 71 72 79 740 741 742 743 745 746 748 757 758 759 768 769' }],
  ['RWF', 'RW', '+250', { MTN: '78 79', Airtel: '72 73' }],
  ['TZS', 'TZ', '+255', { Vodacom: '74 75 76', Airtel: '68 69 78', Tigo: '65 67 71 77', Halotel: '61 62' }],
  ['UGX', 'UG', '+256', { MTN: '31 39 76 77 78 79', Airtel: '70 74 75' }],
  ['ZMW', 'ZM', '+260', { MTN: '76 96', Airtel: '77 97', Zamtel: '75 95' }],
])(
  'a payment in %s by a number of %s, %s, goes to the network of its prefix: %j',
  (currency, country, calling, plan) => {
    const owners = Object.entries(plan).flatMap(([name, prefixes]) =>
      prefixes.split(' ').map((prefix) => ({ name, prefix })),
    );
    for (const digits of PREFIXES) {
      const name = owners.find(({ prefix }) => digits.startsWith(prefix))?.name;
      expect(findNetwork({ phone: `${calling}${digits}456789`, currency }), digits).toEqual(
        name === undefined ? 'network_needed' : { country, name },
      );
    }
  },
);

it.each([
  ['XAF', 'CM', '+237'],
  ['XOF', 'BF', '+226'],
  ['XOF', 'CI', '+225'],
  ['XOF', 'SN', '+221'],
])(
  'a payment in %s by a number of %s, %s, goes to the network that the payer chooses',
  (currency, country, calling) => {
    for (const digits of PREFIXES) {
      const phone = `${calling}${digits}456789`;
      expect(findNetwork({ phone, currency })).toBe('network_needed');
      expect(findNetwork({ phone, currency, chosen: 'MTN' })).toEqual({ country, name: 'MTN' });
    }
  },
);

it('a number of a country without mobile money in the currency has no network', () => {
  expect(findNetwork({ phone: '+22901234567', currency: 'XOF' })).toBe('unknown_network');
});
