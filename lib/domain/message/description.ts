/** What the merchant's own data of a collection say that it is for. */

export function descriptionOf(metadata: string | undefined): string | undefined {
  if (metadata === undefined) return undefined;
  const parsed: unknown = JSON.parse(metadata);
  const first: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
  const description = (first as { description?: unknown } | null | undefined)?.description;
  return typeof description === 'string' ? description : undefined;
}
