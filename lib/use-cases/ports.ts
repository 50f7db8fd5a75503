/** What use cases need of the machine and the deployment; the objects of lib/clock.ts, lib/random.ts and lib/site.ts fit. */

export type Clock = { now: () => Date; sleep: (milliseconds: number) => Promise<void> };

export type Random = {
  /** A number in [0, 1), for jitter. */
  fraction: () => number;
  /** A value no other invocation has, at most 36 characters. */
  nonce: () => string;
};

/** `baseUrl` is absolute, without a trailing slash. */
export type Site = { readonly baseUrl: string };
