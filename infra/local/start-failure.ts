/** A reason not to run that is the machine's or the caller's, not a bug: told in one line, without a stack trace. */
export class StartFailure extends Error {}
