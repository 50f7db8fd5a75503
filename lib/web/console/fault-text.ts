/** What the service says of a field, in the reader's language. */
import type { ConsoleWords } from '#lib/words/console-words.ts';

/** What differs between two faults of one kind: numbers, the code of a currency, and what there is to choose from. */
const VALUES = /(?<=one of ).+|(?<= in )[A-Z]{3}$|\d[\d,.]*(?<=\d)/g;

/** The words name the values by `#`, in their order. A fault without words is shown as the service says it. */
export function faultText({ faults, fault }: Pick<ConsoleWords, 'faults' | 'fault'>, message: string): string {
  const words = faults[message] ?? faults[message.replace(VALUES, '#')];
  if (words === undefined) return fault(message);
  const values = message.match(VALUES) ?? [];
  return words.replace(/#/g, () => values.shift() ?? '');
}
