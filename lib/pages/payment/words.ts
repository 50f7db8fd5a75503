/** What a language must bring for the payment page: every phrase of it, as functions of its values. */
export type Words = {
  /** The heading while it can be paid, and in each final state. */
  heading: { open: (merchant: string) => string; completed: string; expired: string; cancelled: string };
  /** What a final state means for the payer. */
  meaning: Record<'completed' | 'expired' | 'cancelled', (merchant: string) => string>;
  /** Where part of the amount has come and the rest never will. */
  partly: (merchant: string) => string;
  toPay: string;
  stillToPay: string;
  amount: string;
  received: string;
  about: string;
  reference: string;
  payBefore: string;
  overdue: string;
  confirming: string;
  checkAgain: string;
  notFinished: string;
  down: (provider: string) => string;
  noProvider: (merchant: string) => string;
  leaving: (host: string) => string;
  pay: (amount: string) => string;
  continueTo: (host: string) => string;
  next: (provider: string) => string;
  test: string;
  /** Headings of the ways to pay without the button, and their fields. */
  transfer: string;
  exactly: (amount: string) => string;
  bank: string;
  accountNumber: string;
  accountName: string;
  usableUntil: string;
  mobile: (network: string) => string;
  known: (merchant: string) => string;
  unknown: { heading: string; text: string };
};
