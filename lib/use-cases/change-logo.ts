/** Puts a merchant's logo in place, or takes it back, and says in the audit who did it: for the API and for operators. */
import type { Account } from '#lib/domain/account.ts';
import { newAuditEntry } from '#lib/domain/audit.ts';
import { invalidApiKey } from '#lib/domain/errors.ts';
import type { LogoImage } from '#lib/domain/logo/logo.ts';
import { newLogo } from '#lib/domain/logo/logo-file.ts';
import type { By } from '#lib/domain/member.ts';
import type { Store } from '#lib/store/store.ts';

type ChangeLogoPorts = Pick<Store, 'saveLogo' | 'recordAudit'>;

/** The account as it is then, and whether anything changed. @throws invalid_api_key when the account is gone */
export async function changeLogo(
  ports: ChangeLogoPorts,
  { logo: before, ...account }: Account,
  image: LogoImage | undefined,
  { by, now }: { by: By; now: Date },
): Promise<{ account: Account; isChanged: boolean }> {
  const logo = image && newLogo(account.id, image);
  const changed: Account = { ...account, ...(logo && { logo }) };
  if (logo?.file === before?.file) return { account: changed, isChanged: false };
  const isSaved = await ports.saveLogo(account.id, logo && image && { logo, image: image.bytes });
  if (!isSaved) throw invalidApiKey();
  await ports.recordAudit(account.id, newAuditEntry('settings_changed', { member: by, detail: 'logo' }, now));
  return { account: changed, isChanged: true };
}
