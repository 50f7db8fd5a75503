/** A command line that cannot be meant: told with the way to the help, exit code 2. */
export class UsageError extends Error {}

/** A command that was understood and could not be done: told in its own words, exit code 1. */
export class CommandFailure extends Error {}
