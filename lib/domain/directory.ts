/** A company's own directory of people (OpenID Connect), by which its members sign in: what is set of it, and who somebody is by its claims. */
import { deriveHash, type MemberRef, type ProviderRef, providerId } from './ids.ts';
import { MAX_NAME_LENGTH, ROLES, type Role } from './member.ts';
import { cutText, shownText } from './message/clean-text.ts';

export type Directory = {
  /** As the directory spells its own address. */
  issuer: string;
  clientId: string;
  /** What is asked for beside `openid profile email`, with spaces between. */
  scope?: string;
  /** The claim that says what somebody may do, and the role that follows from each of its values. Who has none of them does not sign in. */
  roleClaim: string;
  roles: Readonly<Record<string, Role>>;
};

/** `subject`: what the directory calls them for ever. `email`: in small letters, only if the directory vouches for it. */
export type DirectoryPerson = { subject: string; name: string; role: Role; email?: string };

/** Undefined for who has no role here. */
export function personIn(claims: Readonly<Record<string, unknown>>, directory: Directory): DirectoryPerson | undefined {
  const { sub, email, email_verified: isVerified } = claims;
  const role = roleIn(claims, directory);
  if (typeof sub !== 'string' || sub === '' || role === undefined) return undefined;
  const address =
    typeof email === 'string' && isVerified === true && EMAIL.test(email) ? email.toLowerCase() : undefined;
  const name = [claims['name'], claims['preferred_username'], email].map(nameIn).find((each) => each !== '');
  return { subject: sub, name: name ?? 'Member', role, ...(address !== undefined && { email: address }) };
}

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/;

const nameIn = (text: unknown): string =>
  typeof text === 'string' ? cutText(shownText(text.toWellFormed()).trim(), MAX_NAME_LENGTH, '…') : '';

/** The highest of several. */
function roleIn(claims: Readonly<Record<string, unknown>>, { roleClaim, roles }: Directory): Role | undefined {
  const values = [claimAt(claims, roleClaim)].flat();
  const found = values.map((value) => (typeof value === 'string' ? roles[value] : undefined));
  return ROLES.findLast((role) => found.includes(role));
}

/** A claim may be within another: `realm_access.roles`. Others have dots in their names: `https://shop.example/roles`. */
function claimAt(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name.split('.').reduce<unknown>((within, part) => {
    return within instanceof Object && Object.hasOwn(within, part)
      ? (within as Record<string, unknown>)[part]
      : undefined;
  }, claims);
}

type OwnAccount = { id: string; salt: string };

/** The member that somebody becomes who was none before. */
export const directoryMemberRef = (
  { id, salt }: OwnAccount,
  { issuer }: Pick<Directory, 'issuer'>,
  { subject }: Pick<DirectoryPerson, 'subject'>,
): MemberRef => ({ account: id, hash: deriveHash(salt, 'directory', `${issuer} ${subject}`) });

/** Where the secret of the client is kept, as those of providers are: no provider has such an id. */
export const directorySecretId = ({ id, salt }: OwnAccount): string => {
  const ref: ProviderRef = { account: id, hash: deriveHash(salt, 'directory', 'secret') };
  return providerId(ref);
};
