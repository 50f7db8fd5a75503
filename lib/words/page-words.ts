/** What every language must define for the pages that customers open: the payment page and the opt-out page. */
import type { DisputeReason } from '#lib/domain/answers.ts';
import type { EntryName } from '#lib/domain/payment/entry-name.ts';

type TextOfMerchant = (merchant: string) => string;
type Sum = (amount: string) => string;

export type PaymentPageWords = {
  /** The heading of the open page and of each final state. */
  heading: {
    open: TextOfMerchant;
    completed: string;
    refunded: string;
    partlyRefunded: string;
    disputed: string;
    expired: string;
    cancelled: string;
  };
  /** What a final state means for the payer. `recorded`: the merchant says that it is paid. */
  meaning: Record<'completed' | 'recorded' | 'expired' | 'cancelled', TextOfMerchant>;
  /** Whether money was taken. */
  nothingTaken: string;
  lateMoney: string;
  partly: (received: string, merchant: string) => string;
  over: (excess: string, merchant: string) => string;
  refunded: Sum;
  chargedBack: Sum;
  disputed: Sum;
  toPay: string;
  stillToPay: string;
  amount: string;
  received: string;
  about: string;
  /** The merchant's number of it. */
  invoice: string;
  reference: string;
  payBefore: string;
  overdue: string;
  /** The last day on which a payment is in time, and for how many days it has passed. */
  due: string;
  pastDue: (days: string) => string;
  /** On the page of an expired request. */
  askForLink: string;
  linkRequested: TextOfMerchant;
  /** What a payer can say other than paying. */
  answers: {
    promise: string;
    day: string;
    sendPromise: string;
    promised: (merchant: string, day: string) => string;
    claim: string;
    paidOn: string;
    how: string;
    choose: string;
    transaction: string;
    sendClaim: string;
    claimed: (merchant: string, sum: string, day: string) => string;
    rejected: TextOfMerchant;
    dispute: string;
    reason: string;
    reasons: Record<DisputeReason, string>;
    text: string;
    sendDispute: string;
    disputed: TextOfMerchant;
    unclear: string;
    limit: TextOfMerchant;
  };
  /** The receipt, and the list of what was paid and what went back. */
  paidTo: string;
  paidOn: string;
  method: string;
  transaction: string;
  payments: string;
  entry: Record<EntryName, string>;
  /** What the merchant asks for less. */
  credited: string;
  /** By the code of a method; others are shown as they are. */
  methods: Readonly<Record<string, string>>;
  /** Of money in another currency. */
  notCounted: string;
  keep: string;
  /** Links to what can be printed; before the number of the receipt. */
  receipt: string;
  statement: string;
  confirming: string;
  checkAgain: string;
  notFinished: string;
  left: string;
  down: (provider: string) => string;
  otherWays: string;
  refusedCode: string;
  noProvider: TextOfMerchant;
  leaving: (host: string) => string;
  pay: Sum;
  /** Where the merchant takes less than all that is left. */
  part: { title: string; amount: string; send: string; between: (least: string, most: string) => string };
  /** Unfolds the ways to pay, for who has said that it is paid or when it will be. */
  payAllTheSame: string;
  continueTo: (host: string) => string;
  next: (provider: string) => string;
  test: string;
  /** Headings, buttons and field names of the ways to pay. */
  online: string;
  card: string;
  byCard: Sum;
  transfer: string;
  exactly: Sum;
  /** How to copy a number without a button, which needs a script. */
  copyHint: string;
  showAccount: string;
  bank: string;
  accountNumber: string;
  accountName: string;
  usableUntil: string;
  mobileMoney: string;
  mobile: (network: string) => string;
  /** `end`: the last digits of the number to which the request goes otherwise. */
  mobileNumber: (end: string | undefined) => string;
  network: string;
  chooseNetwork: string;
  sendRequest: string;
  /** Our own English instructions, or their parts before and after a link, in this language. */
  instructions: Readonly<Record<string, string>>;
  code: string;
  sendCode: string;
  /** How to reach the merchant, before the ways to. */
  contact: TextOfMerchant;
  scan: string;
  known: TextOfMerchant;
  /** Of the page of all open payments of a person. */
  debts: {
    pay: string;
    mixed: string;
    tick: string;
    /** Above the forms of what can be said. */
    about: string;
    told: TextOfMerchant;
    none: TextOfMerchant;
    next: string;
    previous: string;
  };
  unknown: { heading: string; text: string };
};

/** Of the email to an address that somebody gave for notices, and of the page to which its link leads. */
export type NotifyWords = {
  mail: { subject: string; ask: string; ignore: string };
  title: string;
  ask: TextOfMerchant;
  confirm: string;
  refuse: string;
  confirmed: string;
  refused: string;
  unknown: string;
};

export type OptOutWords = {
  title: string;
  ask: TextOfMerchant;
  button: string;
  done: string;
  /** The button that takes it back, and what is said then. */
  again: string;
  started: string;
  toPayment: string;
  unknown: string;
};
