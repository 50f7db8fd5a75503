/** Changes what a merchant sets for all customers, and says in the audit who did it: for the API and for operators. */
import type { Account } from '#lib/domain/account.ts';
import { newAuditEntry } from '#lib/domain/audit.ts';
import { invalidApiKey } from '#lib/domain/errors.ts';
import type { By } from '#lib/domain/member.ts';
import { changed, changeSettings, type GivenSettings } from '#lib/domain/settings.ts';
import type { Store } from '#lib/store/store.ts';

type ChangePorts = Pick<Store, 'saveSettings' | 'recordAudit'>;

/** The account as it is then, and whether anything changed. The audit has the names of the settings, and never a value. @throws validation_failed, and invalid_api_key when the account is gone */
export async function changeAccount(
  ports: ChangePorts,
  account: Account,
  given: GivenSettings,
  { by, now }: { by: By; now: Date },
): Promise<{ account: Account; isChanged: boolean }> {
  const change = changeSettings(account, given);
  if (change === undefined) return { account, isChanged: false };
  if (!(await ports.saveSettings(account.id, change))) throw invalidApiKey();
  const detail = [...Object.keys(change.set), ...change.remove].sort().join(', ');
  await ports.recordAudit(account.id, newAuditEntry('settings_changed', { member: by, detail }, now));
  return { account: changed(account, change), isChanged: true };
}
