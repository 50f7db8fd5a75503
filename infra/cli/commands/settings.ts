/** The commands that set what the console's Settings and `PATCH /public/account` set: by the same rules. */
import { readFile } from 'node:fs/promises';
import { type Run, textOf, UsageError, type Values } from '#infra/cli/command.ts';
import { clock } from '#lib/clock.ts';
import { readUpdateAccount } from '#lib/contract/account.ts';
import { toAccountResponse } from '#lib/contract/show-account.ts';
import type { Account } from '#lib/domain/account.ts';
import { OPERATOR } from '#lib/domain/audit.ts';
import { DomainError } from '#lib/domain/errors.ts';
import { judgeLogo } from '#lib/domain/logo/judge-logo.ts';
import type { LogoImage } from '#lib/domain/logo/logo.ts';
import type { GivenSettings } from '#lib/domain/settings.ts';
import { service } from '#lib/service.ts';
import { saveLogo } from '#lib/store/account/logo.ts';
import { saveSettings } from '#lib/store/account/settings.ts';
import { recordAudit } from '#lib/store/member/audit.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { changeLogo } from '#lib/use-cases/change-logo.ts';
import { changeAccount } from '#lib/use-cases/change-settings.ts';
import { findAccount } from './accounts.ts';

const store = storeOf(table, { saveLogo, saveSettings, recordAudit });

type Reading = { setting: string; read?: (given: string) => unknown };

const wholeNumber = (given: string) => (/^\d+$/.test(given) ? Number(given) : given);

/** Like `9-17`. */
function hours(given: string): unknown {
  const [, opens, closes] = /^(\d+)-(\d+)$/.exec(given) ?? [];
  return opens === undefined ? given : { opens: Number(opens), closes: Number(closes) };
}

/** By option; an empty one takes the setting back. */
const SETTINGS: Readonly<Record<string, Reading>> = {
  name: { setting: 'name' },
  'legal-name': { setting: 'legalName' },
  address: { setting: 'address' },
  website: { setting: 'website' },
  color: { setting: 'color' },
  phone: { setting: 'supportPhone' },
  email: { setting: 'supportEmail' },
  language: { setting: 'language' },
  'promise-days': { setting: 'promiseDays', read: wholeNumber },
  digest: { setting: 'digest' },
  hours: { setting: 'messageHours', read: hours },
  'messages-per-week': { setting: 'messagesPerWeek', read: wholeNumber },
};

export const updateAccount: Run = async (values) => {
  const account = await change(values);
  const shown = toAccountResponse(account, service.settings);
  const lines = Object.entries(shown).map(([name, value]) => `${name}: ${textFor(value)}`);
  return { data: { account: account.id, ...shown }, text: lines.join('\n') };
};

const textFor = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

export const setSupport: Run = async (values) => {
  if (values['phone'] === undefined && values['email'] === undefined)
    throw new UsageError('Give --phone, --email or both.');
  const { id, supportPhone: phone, supportEmail: email } = await change(values);
  const shown = [phone, email].filter((each) => each !== undefined).join(' or ');
  const text =
    shown === '' ? `Account ${id} shows customers no contact.` : `Customers of account ${id} read: ${shown}.`;
  return { data: { account: id, supportPhone: phone ?? null, supportEmail: email ?? null }, text };
};

async function change(values: Values): Promise<Account> {
  const given = settingsIn(values);
  const account = await findAccount(values);
  try {
    return (await changeAccount(store, account, given, { by: OPERATOR, now: clock.now() })).account;
  } catch (error) {
    throw named(error);
  }
}

function settingsIn(values: Values): GivenSettings {
  const given = Object.entries(SETTINGS).flatMap(([option, { setting, read }]) => {
    const value = values[option];
    if (typeof value !== 'string') return [];
    return [[setting, value === '' && setting !== 'name' ? null : (read?.(value) ?? value)] as const];
  });
  if (given.length === 0) throw new UsageError(`Give one or more of --${Object.keys(SETTINGS).join(', --')}.`);
  try {
    return readUpdateAccount(Object.fromEntries(given));
  } catch (error) {
    throw named(error);
  }
}

/** A file without bytes, such as `/dev/null`, takes the logo back. */
export const setLogo: Run = async (values) => {
  const account = await findAccount(values);
  const bytes = await readFile(textOf(values, 'file')).catch(() => {
    throw new UsageError('--file cannot be read.');
  });
  const image = bytes.length === 0 ? undefined : judged(bytes);
  const changed = await changeLogo(store, account, image, { by: OPERATOR, now: clock.now() });
  const { logo } = toAccountResponse(changed.account, service.settings);
  return { data: { account: account.id, logo }, text: logo === null ? 'There is no logo.' : logo.url };
};

function judged(bytes: Buffer): LogoImage {
  try {
    return judgeLogo(bytes.toString('base64'));
  } catch (error) {
    const [fault] = error instanceof DomainError ? (error.details.errors ?? []) : [];
    throw fault === undefined ? error : new UsageError(`--file ${fault.message}`);
  }
}

/** A fault names the option. */
function named(error: unknown): unknown {
  const [fault] = error instanceof DomainError ? (error.details.errors ?? []) : [];
  if (fault === undefined) return error;
  const [option] = Object.entries(SETTINGS).find(([, { setting }]) => fault.path.split('.')[0] === setting) ?? [];
  return new UsageError(`--${option} ${fault.message}`);
}
