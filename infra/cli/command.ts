/** What a command is: words, options, and what it does once the table is at hand. */

export type Values = Record<string, string | boolean | undefined>;

/** `data` is printed under `--json`, `text` otherwise. */
type Outcome = { data: unknown; text: string };

export type Run = (values: Values) => Promise<Outcome>;

export type Option = {
  type: 'string' | 'boolean';
  /** What stands for the value in the help. */
  value?: string;
  help: string;
  required?: boolean;
};

export type Command = {
  summary: string;
  options: Record<string, Option>;
  /** It is about AWS, not about our table. */
  needsNoTable?: true;
  /** Loaded late: the store reads the environment when it is loaded. */
  load(): Promise<Run>;
};

/** The value of a text option that the command line was checked to have. */
export const textOf = (values: Values, name: string): string => String(values[name]);
