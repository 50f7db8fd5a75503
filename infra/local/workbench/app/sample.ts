/** The collection that a click creates: enough to be reminded of and paid within two days. */
export const sampleCollection = (reference: string) => ({
  reference,
  amount: { value: 45_000, currency: 'NGN' },
  contact: { firstName: 'Ada', lastName: 'Obi', phone: '+2348031234567', email: 'ada@example.com' },
  metadata: { description: 'Two pairs of shoes' },
  // Two days, so that it can still be paid when a day has passed.
  expiresIn: 2880,
  payable: { enabled: true, methods: ['payment_link'] },
  followUp: { cadence: 'every_2h' },
});

export const newReference = (): string => `order-${crypto.randomUUID().slice(0, 6)}`;
