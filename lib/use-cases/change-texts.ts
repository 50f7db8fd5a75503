/** Saves a merchant's own text as a new version, or takes it back, and says in the audit who did it. */
import type { Account } from '#lib/domain/account.ts';
import { API_KEY, newAuditEntry } from '#lib/domain/audit.ts';
import { concurrentChange, invalidApiKey } from '#lib/domain/errors.ts';
import type { By } from '#lib/domain/member.ts';
import {
  type OwnText,
  readVersions,
  type TextPlace,
  type TextVersions,
  type TextWords,
  textKey,
} from '#lib/domain/message/own-text.ts';
import type { Store } from '#lib/store/store.ts';

type ChangeTextPorts = Pick<Store, 'getAccount' | 'getTexts' | 'saveText' | 'recordAudit'>;

/** `words`: absent to take the text back. `expected`: the version that was changed; absent for whichever it is. */
type TextChange = { words?: TextWords | undefined; expected?: number | undefined; by?: By | undefined; now: Date };

/** So many change other texts of the account at the same moment. */
const MAX_RACES = 5;

/** The text in force afterwards, undefined if it is ours; and whether anything changed. @throws concurrent_change */
export async function changeText(
  ports: ChangeTextPorts,
  account: Account,
  place: TextPlace,
  change: TextChange,
): Promise<{ text: OwnText | undefined; isChanged: boolean }> {
  const key = textKey(place);
  let current: Account | undefined = account;
  for (let races = 0; races < MAX_RACES; races += 1) {
    if (current === undefined) throw invalidApiKey();
    const versions = readVersions(current.textVersions);
    const { [key]: before } = await ports.getTexts(current, (each) => each === key);
    if (change.expected !== undefined && change.expected !== (before?.version ?? 0)) throw concurrentChange();
    if (isSame(before, change.words)) return { text: before, isChanged: false };
    const text = change.words && newVersion(versions[key]?.version ?? 0, change.words, change);
    const after = { ...versions, [key]: inForceAs(text, versions[key]) };
    const saved = { before: current.textVersions, after: JSON.stringify(after), key, saved: text };
    if (await ports.saveText(account.id, saved)) {
      const detail = `text ${key} ${text?.version ?? 'off'}`;
      const entry = newAuditEntry('settings_changed', { member: change.by ?? API_KEY, detail }, change.now);
      await ports.recordAudit(account.id, entry);
      return { text, isChanged: true };
    }
    current = await ports.getAccount(account.id);
  }
  throw concurrentChange();
}

function isSame(before: OwnText | undefined, words: TextWords | undefined): boolean {
  if (before === undefined || words === undefined) return before === words;
  return JSON.stringify(wordsOf(before)) === JSON.stringify(wordsOf(words));
}

/** In one order, so that two can be compared. */
const wordsOf = ({ subject, body, template }: TextWords) => [
  ...[subject, body],
  ...[template?.name, template?.language, template?.button],
];

const newVersion = (last: number, words: TextWords, { by, now }: TextChange): OwnText => ({
  ...words,
  version: last + 1,
  changedAt: now.toISOString(),
  ...(by && { by }),
});

const inForceAs = (text: OwnText | undefined, before: TextVersions[string] | undefined): TextVersions[string] =>
  text === undefined ? { version: before?.version ?? 0, off: true } : { version: text.version };
