/** The receipt of a payment: its number, and how what was recorded by hand is taken back. */

/** Two of a merchant's million payments share a number with a chance of one in seven thousand. */
const LENGTH = 10;
const PREFIX = 'pmt_';

/** What both sides can say to each other: the beginning of the id of the payment. */
export const receiptNumber = (paymentId: string): string =>
  paymentId.slice(PREFIX.length, PREFIX.length + LENGTH).toUpperCase();

/** The transaction of the entry that takes a payment back: one that the service accepts once. */
export const takesBack = (paymentId: string): string => `${TAKES_BACK}${paymentId}`;

export const TAKES_BACK = 'takes-back-';
