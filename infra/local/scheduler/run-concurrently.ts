/** Works on many things concurrently, but on a limited number at once. */

/** On one machine, more at once would only compete with each other. */
const MAX_CONCURRENCY = 16;

/** Settles when no work is under way any more. @throws what the first failed work threw. */
export async function runConcurrently<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  const workers = Array.from({ length: Math.min(MAX_CONCURRENCY, items.length) }, worker);
  await Promise.allSettled(workers);
  await Promise.all(workers);
}
