/** Who somebody is by the claims of a company's directory, and what they may do. */
import { describe, expect, it } from 'vitest';
import { type Directory, directoryMemberRef, directorySecretId, personIn } from '#lib/domain/directory.ts';
import { parseProviderId } from '#lib/domain/ids.ts';
import { anAccount } from '#test/support/a-collection.ts';

const directory: Directory = {
  issuer: 'https://login.example',
  clientId: 'c',
  roleClaim: 'groups',
  roles: { guests: 'viewer', staff: 'agent', bosses: 'admin', chiefs: 'admin' },
};
const roleOf = (claims: object, given: Partial<Directory> = {}) =>
  personIn({ sub: 's', ...claims }, { ...directory, ...given })?.role;

describe('the role', () => {
  it.each<[object, string | undefined]>([
    [{ groups: 'staff' }, 'agent'],
    [{ groups: ['guests', 'staff'] }, 'agent'],
    [{ groups: ['staff', 'guests'] }, 'agent'],
    [{ groups: ['others', 'chiefs'] }, 'admin'],
    [{ groups: ['Staff', 'staff '] }, undefined],
    [{ groups: [] }, undefined],
    [{ groups: { staff: true } }, undefined],
    [{ groups: [['staff'], 1, null] }, undefined],
    [{ groups: ['toString', '__proto__'] }, undefined],
    [{ roles: ['staff'] }, undefined],
  ])('of %j is %s', (claims, role) => {
    expect(roleOf(claims)).toBe(role);
  });

  it('may be in a claim within another, or in one with dots in its name', () => {
    const within = { realm_access: { roles: ['staff'] } };
    expect(roleOf(within, { roleClaim: 'realm_access.roles' })).toBe('agent');
    expect(roleOf(within, { roleClaim: 'realm_access.constructor.name' })).toBeUndefined();
    const dotted = 'https://shop.example/roles';
    expect(roleOf({ [dotted]: ['bosses'] }, { roleClaim: dotted })).toBe('admin');
  });
});

describe('somebody', () => {
  const somebody = (claims: object) => personIn({ sub: 's', groups: 'staff', ...claims }, directory);

  it.each<[object, string]>([
    [{ name: ' Chi Eze ', preferred_username: 'chi' }, 'Chi Eze'],
    [{ name: '', preferred_username: 'chi' }, 'chi'],
    [{ name: 7, email: 'chi@shop.example' }, 'chi@shop.example'],
    [{ name: '\u202e\u0000' }, 'Member'],
    [{}, 'Member'],
  ])('of %j is called %j', (claims, name) => {
    expect(somebody(claims)?.name).toBe(name);
  });

  it('has a name of a hundred characters at most', () => {
    expect(somebody({ name: 'x'.repeat(500) })?.name).toHaveLength(100);
  });

  it.each<[object, string | undefined]>([
    [{ email: 'Chi@Shop.example', email_verified: true }, 'chi@shop.example'],
    [{ email: 'chi@shop.example', email_verified: 'true' }, undefined],
    [{ email: 'chi@shop.example' }, undefined],
    [{ email: 'a b@shop.example', email_verified: true }, undefined],
    [{ email: ['chi@shop.example'], email_verified: true }, undefined],
  ])('of %j has the address %j', (claims, email) => {
    expect(somebody(claims)?.email).toBe(email);
  });

  it.each([{ sub: '' }, { sub: 7 }, { sub: undefined }])('is nobody with %j', (claims) => {
    expect(somebody(claims)).toBeUndefined();
  });
});

it('one subject of two directories, or in two accounts, is two members', () => {
  const account = anAccount();
  const refs = [
    directoryMemberRef(account, directory, { subject: 's' }),
    directoryMemberRef(account, directory, { subject: 't' }),
    directoryMemberRef(account, { issuer: 'https://other.example' }, { subject: 's' }),
    directoryMemberRef({ ...account, salt: 'another' }, directory, { subject: 's' }),
  ];
  expect(new Set(refs.map(({ hash }) => hash)).size).toBe(4);
  expect(parseProviderId(directorySecretId(account))?.account).toBe(account.id);
});
