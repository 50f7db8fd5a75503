/** What is wrong with a form, in words and by field, and how its reader is led there. */
import { faultText } from '#lib/web/console/format.ts';
import { Refusal } from './api.ts';
import { words } from './state.ts';

/** By the path of the field. */
export type Faults = Readonly<Record<string, string>>;

const saying = (more: Faults) => ({ faults: { ...words.value.faults, ...more }, fault: words.value.fault });

/** `more`: words for what a form of its own can be refused for. */
export const faultsOf = ({ code, faults }: Refusal, more: Faults = {}): Faults => ({
  ...(code === 'duplicate_reference' && { reference: words.value.refused[code] ?? '' }),
  ...Object.fromEntries(faults.map(({ path, message }) => [path, faultText(saying(more), message)])),
});

/** What stands in the way, in a sentence. */
export const reasonOf = (error: unknown): string =>
  error instanceof Refusal
    ? (words.value.refused[error.code] ?? error.message)
    : error instanceof Unsure
      ? error.message
      : words.value.dialog.unreachable;

/** Thrown by what is to be sent, when the reader should look again first. */
export class Unsure extends Error {}

/** After a form was refused: the first field that has to be changed gets the focus. */
export const showFault = () => setTimeout(() => document.querySelector<HTMLElement>('form [aria-invalid]')?.focus());
