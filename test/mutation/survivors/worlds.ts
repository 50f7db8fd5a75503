/** Mutants that nobody outside the deployment can notice, so that no world can kill them; the unit tests do. */
import { because } from './because.ts';

export const UNSEEN = [
  ...because('only the log and the counts of operators show it, and no caller, customer or merchant sees them', {
    'functions/payment/receive-payment.ts#7b1a4c4e':
      "logCounted('WARN', 'payment_unconfirmed', { ...about, reason: received.reason }); → ;",
    'functions/payment/receive-payment.ts#3c19ae8c': "'WARN' → ''",
  }),
  ...because('every zone of today is off by minutes of two digits, if by any', {
    'lib/domain/follow-up/time-zones.ts#00ecc0ec': ".padStart(2, '0') → (nothing)",
  }),
];
