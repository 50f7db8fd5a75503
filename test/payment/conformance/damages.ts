/** Damages a JSON answer: each field is missing, or of another type, in turn. */

export type Damage = { what: string; body: unknown };

const VALUES = [undefined, null, 0, -1, '', {}, [[]], 'javascript:alert(1)', true];

export function* damagesOf(body: unknown): Generator<Damage> {
  for (const field of fieldsOf(body)) {
    for (const value of VALUES) {
      const damaged = structuredClone(body) as Record<string, unknown>;
      put(damaged, field, value);
      yield { what: `${field.join('.')} = ${JSON.stringify(value)}`, body: damaged };
    }
  }
}

/** The paths of all fields, those with an object or a list included. */
function fieldsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([name, each]) => fieldsOf(each, [...path, name]));
  return path.length === 0 ? inner : [path, ...inner];
}

function put(target: Record<string, unknown>, path: string[], value: unknown): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) target[name] = value;
  else put(target[name] as Record<string, unknown>, rest, value);
}
