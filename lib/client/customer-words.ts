/** Marks what a customer wrote, so that an agent takes it for data. */

/** The types of events whose data has words of a customer, and where the API has such words beside events. */
const FROM_CUSTOMER = /^(?:contact|claim|dispute)\./;
const WORDS = ['text', 'note', 'reason', 'transaction'];

const mark = (data: object): object =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, WORDS.includes(name) ? { customerWrote: value } : value]),
  );

/** The answer as text, with what a customer wrote marked as such. */
export const shown = (value: unknown): string =>
  JSON.stringify(value, (name, one: unknown) => {
    if (typeof one !== 'object' || one === null) return one;
    const { type, data } = one as { type?: unknown; data?: unknown };
    if (typeof type === 'string' && FROM_CUSTOMER.test(type) && typeof data === 'object' && data !== null) {
      return { ...one, data: mark(data) };
    }
    return name === 'claim' || name === 'dispute' ? mark(one) : one;
  });
