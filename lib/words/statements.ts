/** Those of every language. Apart from the words of the pages, which never need them at their start. */
import { statementWords as en } from './en/statement.ts';
import { statementWords as fr } from './fr/statement.ts';
import { statementWords as ha } from './ha/statement.ts';
import type { Language } from './languages.ts';
import { statementWords as pt } from './pt/statement.ts';
import type { StatementWords } from './statement-words.ts';
import { statementWords as sw } from './sw/statement.ts';

export const STATEMENT_WORDS: Readonly<Record<Language, StatementWords>> = { en, fr, pt, sw, ha };
