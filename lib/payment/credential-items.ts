/** Where the encrypted credentials are kept: functions that call providers set it, because only the store knows the table. */

type GetSealed = (provider: string) => Promise<Uint8Array | undefined>;

export const credentialItems: { get: GetSealed } = {
  get: () => Promise.reject(new Error('it was not said where credentials are kept')),
};
