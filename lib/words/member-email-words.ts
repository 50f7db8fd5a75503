/** What every language must define for the emails to a member of the merchant. */
export type MemberEmailWords = {
  /** A link that the reader has asked for. */
  asked: {
    subject: string;
    text: (minutes: number) => string;
    button: (merchant: string) => string;
    notYou: string;
  };
  /** The link of somebody who was added by a colleague. */
  invited: {
    subject: (merchant: string) => string;
    text: (merchant: string, days: number) => string;
    button: (merchant: string) => string;
    notYou: string;
  };
  /** Each Monday, to who wants it. Amounts are written already. */
  weekly: {
    subject: (merchant: string) => string;
    nothing: string;
    owed: (amount: string, payments: number) => string;
    unchanged: string;
    more: (amount: string) => string;
    less: (amount: string) => string;
    received: (amount: string) => string;
    late: (amount: string) => string;
    /** Above the list. */
    oldest: string;
    /** `day` is in the form that follows "due on". */
    due: (day: string) => string;
    asked: (day: string) => string;
    button: string;
    why: string;
  };
};
