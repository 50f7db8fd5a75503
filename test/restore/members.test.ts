/** After a restore, nobody is signed in to the console by what has ended since. */
import { expect, it } from 'vitest';
import { memberStore } from '#infra/cli/manage-accounts.ts';
import { clock } from '#lib/clock.ts';
import { memberRefOf } from '#lib/domain/ids.ts';
import { createAccount } from '#lib/store/account/accounts.ts';
import { endAllSessions, getMember, saveMember } from '#lib/store/member/members.ts';
import { table as used } from '#lib/store/table/live-table.ts';
import { dismissMember, updateMember } from '#lib/use-cases/manage-members.ts';
import { anAccount } from '#test/store/a-collection.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { captureLogs } from '#test/support/logs.ts';
import { anInvited, aSignedIn, askSession, signIn, signOut } from '#test/support/members.ts';
import { aTable, copyTable } from './a-world.ts';

const table = useTable();
captureLogs();

const refOf = ({ id }: { id: string }) => memberRefOf(id);

it('a restore revives no session and no spent link', async () => {
  const restored = await aTable(table, { adopt: false, hasStream: false });
  const old = await aTable(table, { hasStream: false });
  const account = anAccount();
  await createAccount(used, account);
  const ada = await aSignedIn(account.id, 'admin', 'Ada');
  const bola = await aSignedIn(account.id, 'admin', 'Bola');
  const carla = await aSignedIn(account.id, 'admin', 'Carla');
  const dora = await anInvited(account.id, 'viewer', 'Dora');
  const erik = await anInvited(account.id, 'viewer', 'Erik');
  const phone = { name: 'Phone', publicKey: 'AA', counter: 0, createdAt: clock.now().toISOString() };
  await saveMember(used, refOf(ada.member), (member) => ({ member: { ...member, passkeys: { phone } } }));
  await saveMember(used, refOf(erik.member), ({ link: _link, ...member }) => ({
    member: { ...member, passkeys: { phone } },
  }));
  await copyTable(old, restored);
  await signOut(ada.headers);
  await dismissMember(memberStore, { ref: refOf(bola.member), now: clock.now() });
  await updateMember(memberStore, { role: 'agent' }, { ref: refOf(carla.member), now: clock.now() });
  expect((await signIn(dora.token)).status).toBe(200);

  used.name = restored;
  expect(await endAllSessions(used)).toBe(5);
  expect(await endAllSessions(used)).toBe(0);
  // A device that was lost meanwhile.
  expect(await getMember(used, refOf(ada.member))).not.toHaveProperty('passkeys');
  for (const { headers } of [ada, bola, carla]) expect((await askSession(headers)).status).toBe(401);
  expect((await signIn(dora.token)).status).toBe(401);
  const erin = await aSignedIn(account.id, 'viewer', 'Erin');
  expect((await askSession(erin.headers)).status).toBe(200);
});
