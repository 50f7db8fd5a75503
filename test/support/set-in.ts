/** A copy of JSON with one field changed: `setIn(body, 'amount.value', 5)`; undefined removes the field. */

export function setIn(json: unknown, path: string, value: unknown): unknown {
  if (path === '') return value;
  const [key = '', ...rest] = path.split('.');
  const copy: object = Array.isArray(json) ? [...json] : { ...(json as object) };
  const child = setIn((json as Record<string, unknown> | undefined)?.[key], rest.join('.'), value);
  // An assignment to `__proto__` would change the prototype instead of adding a field.
  Object.defineProperty(copy, key, { value: child, enumerable: true, configurable: true, writable: true });
  return copy;
}
