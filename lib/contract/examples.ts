/** A create body to learn from: it works as it is. */
export const AN_ORDER = {
  reference: 'order-1001',
  amount: { value: 45_000, currency: 'NGN' },
  contact: { firstName: 'Ada', lastName: 'Obi', phone: '+2348031234567', email: 'ada@example.com' },
  metadata: { description: 'Two pairs of shoes' },
  payable: { enabled: true, methods: ['payment_link'] },
};
