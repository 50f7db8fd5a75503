/** A copy of JSON with one place changed: `setIn(body, 'amount.value', 5)`; undefined takes the place away. */

export function setIn(json: unknown, path: string, value: unknown): unknown {
  if (path === '') return value;
  const [key = '', ...rest] = path.split('.');
  const copy: object = Array.isArray(json) ? [...json] : { ...(json as object) };
  const child = setIn((json as Record<string, unknown> | undefined)?.[key], rest.join('.'), value);
  // Not assigned: `__proto__` must become a field like any other.
  Object.defineProperty(copy, key, { value: child, enumerable: true, configurable: true, writable: true });
  return copy;
}
