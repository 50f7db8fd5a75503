/** /console/passkeys: a member adds a passkey, removes one, and signs in with one. No challenge is stored: each is signed by us. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { newAuditEntry } from '#lib/domain/audit.ts';
import { hashToken, newMemberToken } from '#lib/domain/checked-token.ts';
import { invalidPasskey, invalidSession } from '#lib/domain/errors.ts';
import { memberId, memberRefOf, parseMemberId } from '#lib/domain/ids.ts';
import {
  type ChallengeUse,
  newChallenge,
  passkeyOf,
  passkeysOf,
  readChallenge,
  spendChallenge,
  withoutPasskey,
  withPasskey,
} from '#lib/domain/passkey.ts';
import { passkeyJudge } from '#lib/endpoints/passkey-judge.ts';
import { answerSignedIn } from '#lib/endpoints/session-endpoint.ts';
import { readJsonBody } from '#lib/http/body.ts';
import { endpoint, succeed } from '#lib/http/endpoint.ts';
import { checkOrigin } from '#lib/http/identify-member.ts';
import { byRoute, openEndpoint } from '#lib/http/open-endpoint.ts';
import { requestIdOf } from '#lib/http/request.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { guardedCallers } from '#lib/store/account/callers.ts';
import { saveMember } from '#lib/store/member/members.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';

const needs = { ...service, passkeyJudge, ...storeOf(table, { ...guardedCallers, getAccount, saveMember }) };

type Needs = typeof needs;

export const consolePasskeys = (deps: Needs) =>
  byRoute({
    'POST /console/passkeys/challenge': challenge(deps),
    'POST /console/passkeys/session': signIn(deps),
    'POST /console/passkeys/options': options(deps),
    'POST /console/passkeys': add(deps),
    'DELETE /console/passkeys/{id}': remove(deps),
  });

/** Of all that ask, in this process: there is no account yet. */
const ALL = 'passkeys';

const madeFor = ({ settings: { checksumKeys }, random }: Needs, use: ChallengeUse, now: Date) =>
  newChallenge(use, { checksumKey: checksumKeys[0] ?? '', randomBytes: random.bytes, now });

const challenge = (deps: Needs) =>
  openEndpoint(deps.log, async (event) => {
    checkOrigin(event);
    const now = deps.clock.now();
    deps.callerGuard.takeTurn(ALL, now);
    const { relyingParty } = await deps.passkeyJudge();
    const data = {
      challenge: Buffer.from(madeFor(deps, 'sign-in', now)).toString('base64url'),
      rpId: relyingParty(deps.settings.baseUrl).id,
      userVerification: 'required',
    };
    return succeed({ status: 200, message: 'Challenge made successfully' }, { data }, requestIdOf(event));
  });

const readPasskeySignIn = async (body: unknown) => (await import('#lib/contract/member.ts')).readPasskeySignIn(body);

/** The browser says whose passkey it is; what it signed proves it. */
const signIn = (deps: Needs) =>
  openEndpoint(deps.log, async (event) => {
    const { settings, callerGuard, random } = deps;
    const body = readJsonBody(event);
    checkOrigin(event);
    const { response } = await readPasskeySignIn(body);
    const now = deps.clock.now();
    const ref = parseMemberId(Buffer.from(response.response.userHandle, 'base64url').toString());
    if (ref === undefined) throw invalidPasskey();
    callerGuard.takeTurn(ref.account, now);
    const member = await deps.getMember(ref);
    const passkey = member && passkeyOf(member, response.id);
    if (passkey === undefined) throw invalidPasskey();
    const { judgeSignIn, relyingParty } = await deps.passkeyJudge();
    let signed: { challenge: string; until: string } | undefined;
    const holds = (given: string): boolean => {
      const ours = readChallenge(given, 'sign-in', { checksumKeys: settings.checksumKeys, now });
      signed = ours && { challenge: given, ...ours };
      return ours !== undefined;
    };
    const party = relyingParty(settings.baseUrl);
    const counter = await judgeSignIn(response as unknown as AuthenticationResponseJSON, passkey, { party, holds });
    const checksumKey = settings.checksumKeys[0] ?? '';
    const token = newMemberToken('session', { id: memberId(ref), checksumKey, randomBytes: random.bytes });
    const saved = await deps.saveMember(ref, (stored) => {
      const started =
        signed && spendChallenge(stored, { id: response.id, counter, ...signed, session: hashToken(token) }, now);
      if (started === undefined) throw invalidPasskey();
      return { member: started, audit: newAuditEntry('signed_in', { member: started, detail: passkey.name }, now) };
    });
    if (saved === undefined) throw invalidPasskey();
    return answerSignedIn(deps, { ref, member: saved, token, now }, requestIdOf(event));
  });

const options = (deps: Needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Options made successfully' },
    acceptsKeys: false,
    load: ({ account }) => deps.getAccount(account),
    run: async ({ signedIn, now }, account) => {
      if (signedIn === undefined || account === undefined) throw invalidSession();
      const { member } = signedIn;
      const [{ relyingParty }, { generateRegistrationOptions }] = await Promise.all([
        deps.passkeyJudge(),
        import('@simplewebauthn/server'),
      ]);
      const data = await generateRegistrationOptions({
        rpName: 'Collections',
        rpID: relyingParty(deps.settings.baseUrl).id,
        userName: `${member.name}, ${account.name}`,
        userDisplayName: member.name,
        userID: new Uint8Array(Buffer.from(member.id)),
        challenge: madeFor(deps, `add ${member.id}`, now),
        attestationType: 'none',
        excludeCredentials: Object.keys(passkeysOf(member)).map((id) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { data };
    },
  });

const add = (deps: Needs) =>
  endpoint(deps, {
    success: { status: 201, message: 'Passkey added successfully' },
    acceptsKeys: false,
    body: async () => (await import('#lib/contract/member.ts')).readAddPasskey,
    load: async () => undefined,
    run: async ({ body: { name, response }, signedIn, now }) => {
      if (signedIn === undefined) throw invalidSession();
      const { checksumKeys, baseUrl } = deps.settings;
      const { judgeNewPasskey, relyingParty } = await deps.passkeyJudge();
      const use = `add ${signedIn.member.id}` as const;
      const { id, passkey } = await judgeNewPasskey(response as unknown as RegistrationResponseJSON, {
        party: relyingParty(baseUrl),
        holds: (given) => readChallenge(given, use, { checksumKeys, now }) !== undefined,
      });
      const createdAt = now.toISOString();
      await deps.saveMember(memberRefOf(signedIn.member.id), (stored) => ({
        member: withPasskey(stored, id, { ...passkey, name, createdAt }),
        audit: newAuditEntry('passkey_added', { member: stored, detail: name }, now),
      }));
      return { data: { id, name, createdAt } };
    },
  });

const remove = (deps: Needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Passkey removed successfully' },
    acceptsKeys: false,
    load: async () => undefined,
    run: async ({ id, signedIn, now }) => {
      if (signedIn === undefined) throw invalidSession();
      await deps.saveMember(memberRefOf(signedIn.member.id), (stored) => {
        const member = withoutPasskey(stored, id);
        const detail = passkeyOf(stored, id)?.name;
        return member === stored
          ? undefined
          : { member, audit: newAuditEntry('passkey_removed', { member, detail }, now) };
      });
      return { data: {} };
    },
  });

export const handler = consolePasskeys(needs);
