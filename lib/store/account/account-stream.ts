/** Accounts as the table's stream shows them. */
import type { AttributeValue } from 'aws-lambda';
import { ACCOUNT_SORT_KEY, SORT_KEY } from '#lib/store/keys.ts';

type Image = Readonly<Record<string, AttributeValue>>;
type Change = { NewImage?: Image | undefined; OldImage?: Image | undefined };

/** The ids of the providers that a change has set to be reconciled; none for any other item. */
export function newlyReconciledOf({ NewImage, OldImage }: Change): string[] {
  if (NewImage?.[SORT_KEY]?.S !== ACCOUNT_SORT_KEY) return [];
  const before = reconciledOf(OldImage);
  return reconciledOf(NewImage).filter((id) => !before.includes(id));
}

function reconciledOf(image: Image | undefined): string[] {
  const providers = Object.values(image?.['providers']?.M ?? {});
  return providers.flatMap(({ M }) => (M?.['reconciles']?.BOOL === true ? (M['id']?.S ?? []) : []));
}
