/** Reads JSON text that somebody else wrote. */

/** An empty object when the text is not JSON, or no object. */
export function parseObject(text: unknown): object {
  try {
    const value: unknown = JSON.parse(String(text));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
