/** Notices that something may have changed, so that the workbench reads again only then. */
import type { BackgroundFunctions } from '#infra/local/scheduler/background-functions.ts';

export type Changes = {
  /** What the scheduler and the calls under `/_local/` run their functions by. */
  run: BackgroundFunctions['run'];
  afterWrite(): void;
  /** Another text after each change. */
  version(): string;
};

type Parts = {
  run: BackgroundFunctions['run'];
  afterWrite(): void;
  /** What changes without a request and without a function. */
  others(): unknown[];
};

export function watchChanges({ run, afterWrite, others }: Parts): Changes {
  let writes = 0;
  // Versions of an earlier process must not look like those of this one.
  const start = Date.now().toString(36);
  return {
    run: (name, event) =>
      run(name, event).finally(() => {
        writes += 1;
      }),
    afterWrite: () => {
      writes += 1;
      afterWrite();
    },
    version: () => `${start}-${writes}-${JSON.stringify(others())}`,
  };
}
