/** Tells the open collections that an opt-out, or its end, concerns: it holds for all accounts, and their plans change with it. */
import type { Address } from '#lib/domain/contact.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { foldAddress } from '#lib/domain/phone.ts';
import type { Store } from '#lib/store/store.ts';

export type TellOptOutPorts = Pick<Store, 'findOpen' | 'recordEvent'>;

/** `own`: where it was said, told even if it has ended. `within`: of a test account, which concerns nobody outside it. */
type ConcernedAddresses = {
  addresses: readonly Address[];
  own?: CollectionRef | undefined;
  within?: string | undefined;
};

export async function tellOptOut(
  ports: TellOptOutPorts,
  { addresses, own, within }: ConcernedAddresses,
  event: Parameters<Store['recordEvent']>[1],
): Promise<void> {
  const keys = new Set(addresses.map(({ channel, address }) => foldAddress(channel, address)));
  const found = (await Promise.all([...keys].map(ports.findOpen))).flat();
  const open = found.filter(({ account }) => within === undefined || account === within);
  const concerned = new Map([...(own ? [own] : []), ...open].map((ref) => [`${ref.account}#${ref.hash}`, ref]));
  // It was said once: of each account's, all but the first are told beside it.
  const told = new Set<string>();
  await Promise.all(
    [...concerned.values()].map((ref) => {
      const isBeside = told.has(ref.account);
      told.add(ref.account);
      return ports.recordEvent(ref, { ...event, ...(isBeside && { beside: true }) });
    }),
  );
}
