/** What the endpoints that change a merchant's own texts share. */
import { toTextResponse } from '#lib/contract/show-text.ts';
import type { TextResponse } from '#lib/contract/text.ts';
import type { Account } from '#lib/domain/account.ts';
import { configuredChannelsFrom } from '#lib/domain/channels/channels.ts';
import { type TextPlace, textKey } from '#lib/domain/message/own-text.ts';
import { service } from '#lib/service.ts';
import { getTexts, listVersions, saveText } from '#lib/store/account/texts.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { changeText } from '#lib/use-cases/change-texts.ts';
import { changeNeeds } from './account-endpoint.ts';
import { settingOf } from './text-endpoint.ts';

export const changeTextNeeds = {
  ...changeNeeds,
  ...configuredChannelsFrom(service.settings),
  ...storeOf(table, { getTexts, listVersions, saveText }),
};
export type ChangeTextNeeds = typeof changeTextNeeds;

/** Saves the words, or takes the text back where there are none; answers the text as it then is. @throws concurrent_change */
export async function changeAndShow(
  deps: ChangeTextNeeds,
  account: Account,
  place: TextPlace,
  { requestId, ...change }: Parameters<typeof changeText>[3] & { requestId: string },
): Promise<TextResponse> {
  const { text, isChanged } = await changeText(deps, account, place, change);
  const key = textKey(place);
  if (isChanged) deps.log.count('INFO', 'text_changed', { requestId, account: account.id, text: key });
  const versions = await deps.listVersions(account.id, key);
  return toTextResponse(place, { text, versions }, settingOf(deps, account));
}
