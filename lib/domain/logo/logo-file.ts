/** The names of logos' files. */
import { createHash } from 'node:crypto';
import { ACCOUNT_LENGTH } from '#lib/domain/ids.ts';
import { LOGO_TYPES, type Logo, type LogoImage, type LogoType } from './logo.ts';

/** Enough that nobody guesses one, and that no two are alike. */
const DIGEST_LENGTH = 32;

export const newLogo = (account: string, { type, bytes, width, height }: LogoImage): Logo => ({
  file: `${account}-${createHash('sha256').update(bytes).digest('hex').slice(0, DIGEST_LENGTH)}.${type}`,
  width,
  height,
});

const FILE = new RegExp(
  `^([0-9a-z]{${ACCOUNT_LENGTH}})-[0-9a-f]{${DIGEST_LENGTH}}\\.(${Object.keys(LOGO_TYPES).join('|')})$`,
);

/** Whose logo has this name; undefined if none can have it. */
export function readLogoFile(file: string): { account: string; type: LogoType } | undefined {
  const [, account, type] = FILE.exec(file) ?? [];
  return account === undefined ? undefined : { account, type: type as LogoType };
}
