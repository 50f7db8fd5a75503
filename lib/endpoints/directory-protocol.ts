/** Loads what speaks with a company's directory when somebody signs in by one. */
export type DirectoryProtocol = typeof import('./speak-openid.ts');

export const directoryProtocol = (): Promise<DirectoryProtocol> => import('./speak-openid.ts');
