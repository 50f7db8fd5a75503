/** The images of logos: each is an item that never changes, because messages that were sent show it. */
import type { Logo } from '#lib/domain/logo/logo.ts';
import { accountKey, logoKey } from '#lib/store/keys.ts';
import { object, text } from '#lib/store/table/checks.ts';
import { ITEM_EXISTS } from '#lib/store/table/conditions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { putNew, updateIf } from '#lib/store/table/requests.ts';
import { forgetShared } from '#lib/store/table/shared-reads.ts';
import type { Table } from '#lib/store/table/table.ts';

const storedImage = object<{ image: string }>({ image: text });

/** Undefined if there is no such file. */
export async function getLogoImage(
  table: Table,
  { account }: { account: string },
  file: string,
): Promise<Buffer | undefined> {
  const item = await table.getItem(logoKey(account, file));
  return item && Buffer.from(readItem(item, storedImage).image, 'base64');
}

/** The image first, so that an account never names one that is not there. Undefined takes the logo back. False when there is no such account. */
export async function saveLogo(
  table: Table,
  account: string,
  saved: { logo: Logo; image: Uint8Array } | undefined,
): Promise<boolean> {
  if (saved !== undefined) {
    const { logo, image } = saved;
    await putNew(table, { ...logoKey(account, logo.file), image: Buffer.from(image).toString('base64') });
  }
  const change = saved === undefined ? { remove: ['logo'] } : { set: { logo: saved.logo } };
  const isSaved = await updateIf(table, { key: accountKey(account), ...change, when: ITEM_EXISTS });
  forgetShared(account);
  return isSaved;
}
