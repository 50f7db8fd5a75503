/** Ports of the payment page that open, ask and record nothing; a test replaces those that it needs. */
import { random } from '#lib/random.ts';

export const PAGE_PORTS = {
  random,
  reserveSession: async () => undefined,
  reserveTogether: async () => undefined,
  keepOpened: async () => true,
  countCode: async () => true,
  beginAsking: async () => true,
  recordEvent: async () => {},
  replaceOption: async () => {},
  checkoutHosts: () => [],
  openSession: async () => ({ kind: 'failed', reason: 'not_called' }) as const,
  submitCode: async () => ({ kind: 'failed', reason: 'not_called' }) as const,
  findMovements: async () => ({ kind: 'unavailable', reason: 'not_called' }) as const,
  recordEntry: async () => 'lost' as const,
  keepForLater: async () => {},
  changePerson: async () => true,
};
