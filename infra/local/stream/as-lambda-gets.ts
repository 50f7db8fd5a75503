/** What the stream of a table shows, in the form in which Lambda hands it to a function. */

/** Through JSON: bytes are texts in base64. */
export const asLambdaGets = <T>(shown: T): T => JSON.parse(JSON.stringify(withBytesAsText(shown)));

function withBytesAsText(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(withBytesAsText);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withBytesAsText(each)]));
}
