/** The payment of a rehearsal, as its two sides know it: the one that plays it, and the sandbox that answers without a network. */

/** In place of the address of the sandbox. No such host can exist (RFC 2606). */
export const OFFLINE_URL = 'https://rehearsal.invalid';

/** What every collection of a rehearsal asks for: the sandbox knows nothing else of it. */
export const REHEARSED_AMOUNT = { minor: 12_300, currency: 'NGN' };

/** Of the secret key. Merchants cannot save one: operators do it for them. */
export const REHEARSAL_KEY = 'rehearsal_';

export const paidTransaction = (reference: string): string => `paid-${reference}`;
