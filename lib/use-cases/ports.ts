/** What use cases need of the machine and the deployment; lib/clock.ts, lib/random.ts and lib/site.ts provide it. */

export type Clock = { now: () => Date; sleep: (milliseconds: number) => Promise<void> };

export type Random = {
  /** A number in [0, 1), for jitter. */
  fraction: () => number;
  /** Unique to the invocation, at most 36 characters. */
  nonce: () => string;
};

/** `baseUrl` is absolute, without a trailing slash. */
export type Site = { readonly baseUrl: string };
