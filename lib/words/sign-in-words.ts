/** What every language must define for the emails that sign a member in to the console. */
export type SignInWords = {
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
};
