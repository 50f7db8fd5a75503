/** The time within which each obligation is met. */
import { MINUTE } from './wire.ts';

/** Without faults, the maximum time from a cause to its effect: a receipt, a payment or an opt-out, and its record. */
export const PROMPT = MINUTE;

/** Without faults, the maximum delay of what is scheduled: a schedule is at least a minute away, and has a precision. */
export const SCHEDULED = 90_000;

/** Once faults have stopped, the sweeper repeats a lost run: each minute it looks for runs two minutes overdue. */
export const RECOVERED = 5 * MINUTE;
