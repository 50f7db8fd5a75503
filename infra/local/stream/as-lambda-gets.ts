/** What the stream of a table shows, in the form in which Lambda hands it to a function. */

/** Through JSON: bytes are texts in base64, instants are seconds since 1970. */
export const asLambdaGets = <T>(shown: T): T => JSON.parse(JSON.stringify(inPlainJson(shown)));

function inPlainJson(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (value instanceof Date) return value.getTime() / 1000;
  if (Array.isArray(value)) return value.map(inPlainJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inPlainJson(each)]));
}
