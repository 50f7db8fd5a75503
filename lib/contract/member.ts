/** What the merchant console sends about members, and how it asks for the audit log. */
import * as z from 'zod/mini';
import { MAX_NAME_LENGTH, ROLES } from '#lib/domain/member.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from '#lib/words/languages.ts';
import { reader, trimmedText } from './fields.ts';

const name = trimmedText(MAX_NAME_LENGTH);
const role = z.enum(ROLES);
/** Letters that differ in their size only are the same address. */
const email = z.pipe(
  z.email().check(z.maxLength(254)),
  z.transform((text: string) => text.toLowerCase()),
);

export const readSignIn = reader(z.strictObject({ token: z.string().check(z.maxLength(200)) }));

const bytes = z.string().check(z.minLength(1), z.maxLength(10_000), z.regex(/^[\w-]+$/, 'must be base64url'));
/** What the browser answers; the library judges what is in it. */
const credential = <Response extends z.core.$ZodLooseShape>(response: Response) =>
  z.looseObject({ id: bytes, rawId: bytes, type: z.literal('public-key'), response: z.looseObject(response) });

export const readPasskeySignIn = reader(
  z.strictObject({
    response: credential({
      clientDataJSON: bytes,
      authenticatorData: bytes,
      signature: bytes,
      userHandle: bytes,
    }),
  }),
);
export const readAddPasskey = reader(
  z.strictObject({ name, response: credential({ clientDataJSON: bytes, attestationObject: bytes }) }),
);
const opaque = (max: number) => z.string().check(z.minLength(1), z.maxLength(max), z.regex(/^[\x21-\x7e]+$/));
const ofAccount = z.string().check(z.regex(/^[0-9a-z]{10}$/, 'must be the id of an account'));

export const readBeginDirectory = reader(z.strictObject({ account: ofAccount }));
/** What the directory answered, and what the browser has kept since it was sent there. */
export const readDirectorySignIn = reader(
  z.strictObject({
    account: ofAccount,
    code: opaque(4_000),
    iss: z.optional(opaque(500)),
    state: opaque(200),
    nonce: opaque(200),
    verifier: opaque(200),
  }),
);
const weeklyEmail = z.optional(z.boolean());

export const readAddMember = reader(z.strictObject({ name, role, email: z.optional(email), weeklyEmail }));
export const readUpdateMember = reader(
  z.strictObject({
    name: z.optional(name),
    role: z.optional(role),
    email: z.optional(z.nullable(email)),
    weeklyEmail,
  }),
);
export const readAskLink = reader(z.strictObject({ email, language: z._default(z.enum(LANGUAGES), DEFAULT_LANGUAGE) }));

/** Where the page before ended: an instant and a nonce. */
const CURSOR = /^\d{4}-\d{2}-\d{2}T[\d:.]{12}Z#[\w-]{1,32}$/;

/** `failed_calls`: the last calls with API keys that were refused, at once, instead of the audit log. */
const auditList = z.optional(z.enum(['failed_calls']));

export const readListAudit = reader(
  z.strictObject({ list: auditList, cursor: z.optional(z.string().check(z.regex(CURSOR))) }),
);
