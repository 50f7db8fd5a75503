/** The phrases of the payment page that each language provides. */
export type Words = {
  /** The heading of the open page and of each final state. */
  heading: { open: (merchant: string) => string; completed: string; expired: string; cancelled: string };
  /** What a final state means for the payer. */
  meaning: Record<'completed' | 'expired' | 'cancelled', (merchant: string) => string>;
  /** Shown in a final state when only part of the amount was received. */
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
  /** Headings and field names of the ways to pay without the button. */
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
