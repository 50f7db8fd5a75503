/** Valid bodies of a create, so that a test names only the fields it depends on. */

export const aContactBody = (given: object = {}): object => ({
  firstName: 'Ada',
  lastName: 'Obi',
  phone: '+2348031234567',
  email: 'ada@example.com',
  ...given,
});

export const aCreateBody = (given: object = {}): Record<string, unknown> => ({
  reference: 'PSK_txn_8a7f34',
  amount: { value: 45_000, currency: 'NGN' },
  contact: aContactBody(),
  ...given,
});

/** A body with every field of a create. */
export const aFullCreateBody = (given: object = {}): Record<string, unknown> => ({
  type: 'integrated',
  reference: 'PSK_txn_8a7f34',
  amount: { value: 45_000, currency: 'NGN' },
  contact: aContactBody(),
  metadata: [
    { name: 'Hoodie', amount: { value: 22_500, currency: 'NGN' }, description: 'Black hoodie, size L', quantity: 2 },
  ],
  expiresIn: 1440,
  payable: { enabled: true, methods: ['payment_link'] },
  followUp: { enabled: true, startAfter: 20, cadence: 'every_10m', channels: ['whatsapp', 'sms'], tone: 'gentle' },
  ...given,
});
