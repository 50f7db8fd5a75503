/** An account is a tenant, and its members are people. Its salt and its country are set when the account is created and never change. */

import { isDeepStrictEqual } from 'node:util';
import type { Provider } from '#lib/domain/providers/provider.ts';
import type { LanguageCode } from '#lib/words/language-codes.ts';
import type { Directory } from './directory.ts';
import { providerForbidden, providerNotFound } from './errors.ts';
import type { MessagePrices } from './forecast/message-prices.ts';
import { ACCOUNT_LENGTH, deriveHash } from './ids.ts';
import type { Logo } from './logo/logo.ts';
import type { OwnTexts } from './message/own-text.ts';
import { parsePhone } from './phone.ts';

const MAX_EMAIL_LENGTH = 254;
/** Narrower than the standard: what every mail program opens from a link without escapes. */
const EMAIL = /^[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i;

/** The E.164 form of an international number; undefined when it is not one. */
export function supportPhone(typed: string): string | undefined {
  const { text, reachable } = parsePhone(typed, undefined);
  return reachable ? text : undefined;
}

export const isSupportEmail = (text: string): boolean => text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text);

export type Mode = 'live' | 'test';

/** Whole hours of the local day. */
export type MessageHours = { opens: number; closes: number };

export type Account = {
  id: string;
  name: string;
  mode: Mode;
  /** ISO 3166 alpha-2; used to read phone numbers that are written without a country code. */
  country?: string;
  /** Secret: the ids of the account's records are derived with it. */
  salt: string;
  createdAt: string;
  defaultProvider?: string;
  /** How customers reach the merchant: an E.164 number and an address, which are shown to all who have a link. */
  supportPhone?: string;
  supportEmail?: string;
  /** For how many days ahead customers may promise to pay; 14 if it is absent. */
  promiseDays?: number;
  /** Each debt has messages of its own; absent where one message speaks for all debts of a person. */
  digest?: 'off';
  /** Customers may pay a part on the payment page; absent where they pay all that is left. */
  partPayments?: 'on';
  /** By which members sign in, beside their links and passkeys; absent where there is none. */
  directory?: Directory;
  /** Of customers whose country has none of its own; English if it is absent. */
  language?: LanguageCode;
  /** Narrower than the law and our rules for people: no automatic message outside these hours, nor more in seven days. */
  messageHours?: MessageHours;
  messagesPerWeek?: number;
  /** What messages cost the merchant; absent where nobody has said. */
  messagePrices?: MessagePrices;
  /** How pages and emails look, and who stands behind the name: `color` is like `#0b57d0`, `website` an address with https. */
  color?: string;
  legalName?: string;
  address?: string;
  website?: string;
  logo?: Logo;
  /** Which follow-ups a collection gets whose create does not say: `follow-up-policy.ts` reads it. Absent where the service chooses for all. */
  followUpPolicy?: string;
  /** Which version of each own text is in force: `own-text.ts` reads it. Absent while there is none. */
  textVersions?: string;
  /** The own texts that are in force, where they were read with the account. */
  texts?: OwnTexts;
  /** The deployment's key of opt-outs whose addresses were erased; absent until there are any. */
  optOutSecret?: string;
  /** Which share of the customers gets no automatic reminder, and since when; absent while nobody asked for it. */
  experiment?: Experiment;
  /** It has so much to tell that what is created from then on is spread over more partitions: its events, and where it is found. Never taken back. */
  spreadFrom?: string;
  providers: Readonly<Record<string, Provider>>;
};

export type Support = { supportPhone?: string | undefined; supportEmail?: string | undefined };

/** Who reads its feed looks into more partitions. */
export const isSpread = ({ spreadFrom }: Pick<Account, 'spreadFrom'>): boolean => spreadFrom !== undefined;

export const supportOf = ({ supportPhone, supportEmail }: Account): Support => ({ supportPhone, supportEmail });

const BASE36 = '0123456789abcdefghijklmnopqrstuvwxyz';

export function newAccount(
  given: { name: string; mode: Mode; country?: string | undefined },
  randomBytes: (length: number) => Uint8Array,
  now: Date,
): Account {
  const { name, mode, country } = given;
  const salt = Buffer.from(randomBytes(32)).toString('base64');
  const id = [...randomBytes(ACCOUNT_LENGTH)].map((byte) => BASE36.charAt(byte % 36)).join('');
  return { id, name, mode, ...(country && { country }), salt, createdAt: now.toISOString(), providers: {} };
}

export function providerFor(account: Account, slug: string | undefined): Provider | undefined {
  const wanted = slug ?? account.defaultProvider;
  return wanted !== undefined && Object.hasOwn(account.providers, wanted) ? account.providers[wanted] : undefined;
}

export const providerById = (account: Account | undefined, id: string): Provider | undefined =>
  Object.values(account?.providers ?? {}).find((provider) => provider.id === id);

/** The slugs of the account's providers by their ids. */
export const slugsOf = (account: Account | undefined): ReadonlyMap<string, string> =>
  new Map(Object.values(account?.providers ?? {}).map(({ id, slug }) => [id, slug]));

/** @throws provider_not_found, or provider_forbidden if another account owns the provider. */
export function ownedProvider(owner: Account | undefined, id: string, account: string): Provider {
  const found = providerById(owner, id);
  if (found === undefined) throw providerNotFound();
  if (owner?.id !== account) throw providerForbidden();
  return found;
}

/** An experiment: `holdOut` is the share of the customers who get no automatic reminder. `since`: older collections take no part. */
export type Experiment = {
  holdOut: number;
  /** A share that gets other rules than those in force, JSON text like these. */
  variant?: { share: number; rules: string };
  since: string;
  /** After so many days its result is to be read. */
  plannedFor?: number;
  /** Arms are drawn by `since`, too, and so anew for each experiment; absent in those of earlier versions. */
  isDrawnAnew?: true;
};

/** In days. */
export const PLANNED_FOR = 60;

/** `reminded`: by the rules in force; `held_out`: no automatic reminder; `variant`: by the other rules of the experiment. */
export const ARMS = ['reminded', 'held_out', 'variant'] as const;
export type Arm = (typeof ARMS)[number];

type Drawn = Pick<Experiment, 'holdOut' | 'variant'>;

/** How large each arm is drawn. */
export const sharesOf = ({ holdOut, variant }: Drawn): Record<Arm, number> => {
  const other = variant?.share ?? 0;
  return { reminded: 1 - holdOut - other, held_out: holdOut, variant: other };
};

const isRunning = (experiment: Drawn): boolean => sharesOf(experiment).reminded < 1;

const DRAWN_DIGITS = 6;

/** By HMAC of the person, so that one person is in one arm for all debts. Undefined where there is no experiment. */
export function armOf({ salt, experiment }: Pick<Account, 'salt' | 'experiment'>, matchKey: string): Arm | undefined {
  if (experiment === undefined || !isRunning(experiment)) return undefined;
  const { since, isDrawnAnew } = experiment;
  const drawnBy = isDrawnAnew ? `${since}#${matchKey}` : matchKey;
  const digits = deriveHash(salt, 'experiment', drawnBy).slice(-DRAWN_DIGITS);
  const drawn = Number.parseInt(digits, 36) / 36 ** DRAWN_DIGITS;
  const shares = sharesOf(experiment);
  if (drawn < shares.held_out) return 'held_out';
  return drawn >= 1 - shares.variant ? 'variant' : 'reminded';
}

type GivenExperiment = Pick<Experiment, 'holdOut'> & {
  variant?: Experiment['variant'] | undefined;
  plannedFor?: number | undefined;
};

/** Undefined if nothing changes. Other shares, or other rules, are another experiment: what two have brought cannot be added up. */
export function changedExperiment(
  { experiment }: Pick<Account, 'experiment'>,
  { holdOut, variant, plannedFor }: GivenExperiment,
  now: Date,
): Experiment | undefined {
  const days = plannedFor ?? experiment?.plannedFor ?? PLANNED_FOR;
  const isSame = holdOut === (experiment?.holdOut ?? 0) && isDeepStrictEqual(variant, experiment?.variant);
  if (isSame && (experiment === undefined || days === (experiment.plannedFor ?? PLANNED_FOR))) return undefined;
  if (isSame && experiment !== undefined) return { ...experiment, plannedFor: days };
  return { holdOut, ...(variant && { variant }), since: now.toISOString(), plannedFor: days, isDrawnAnew: true };
}
