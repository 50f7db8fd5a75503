/** What the form for a collection holds, and the request that it makes. */

export type Draft = {
  firstName: string;
  lastName: string;
  phone: string;
  email: string;
  amount: string;
  currency: string;
  description: string;
  reference: string;
  /** A cadence, `service` for the service's own choice, or `none`. */
  cadence: string;
  expiresIn: string;
  /** Whether the receiver of the local run is told. */
  isTold: boolean;
};

/** Two days, so that it can still be paid when a day has passed. */
export const firstDraft = (): Draft => ({
  firstName: 'Ada',
  lastName: 'Obi',
  phone: '+2348031234567',
  email: 'ada@example.com',
  amount: '45000',
  currency: 'NGN',
  description: 'Two pairs of shoes',
  reference: `order-${crypto.randomUUID().slice(0, 6)}`,
  cadence: 'every_2h',
  expiresIn: '2880',
  isTold: true,
});

const FOLLOW_UPS: Readonly<Record<string, object | undefined>> = { service: undefined, none: { enabled: false } };

export function requestOf({ firstName, lastName, phone, email, ...draft }: Draft): object {
  const { amount, currency, description, reference, cadence, expiresIn } = draft;
  const followUp = cadence in FOLLOW_UPS ? FOLLOW_UPS[cadence] : { cadence };
  return {
    reference,
    amount: { value: Number(amount), currency: currency.trim().toUpperCase() },
    contact: { firstName, lastName, phone, email },
    metadata: { description },
    expiresIn: Number(expiresIn),
    payable: { enabled: true, methods: ['payment_link'] },
    ...(followUp && { followUp }),
  };
}
