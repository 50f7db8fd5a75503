/** Loads what judges passkeys when the first one is to be judged: the library is large. */
export type PasskeyJudge = typeof import('./judge-passkey.ts');

export const passkeyJudge = (): Promise<PasskeyJudge> => import('./judge-passkey.ts');
