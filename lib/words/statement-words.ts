/** What every language must define for a statement of a customer and for a receipt. */
import type { JournalKind } from '#lib/domain/journal/journal.ts';

export type StatementWords = {
  title: string;
  /** Days, as they are written in the language. */
  days: (from: string, to: string) => string;
  opening: string;
  closing: string;
  /** What is owed to the customer. */
  credit: string;
  /** Under an entry. */
  balance: (sum: string) => string;
  nothing: string;
  kinds: Readonly<Record<JournalKind, string>>;
  receipt: string;
  number: string;
  /** Of a receipt: of what was paid, so much went back. */
  wentBack: string;
  /** Of the page. */
  print: string;
};
