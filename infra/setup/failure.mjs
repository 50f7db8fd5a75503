/** A failure that is told in one message, without a stack. */
export class Failure extends Error {}

/** Runs a command of this folder: a Failure becomes its message and exit code 1. */
export const runCommand = (command) => {
  try {
    command();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
};
