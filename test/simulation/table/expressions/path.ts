/**
 * Document paths: `events`, `#at.#now`, `slots[2].channel`.
 * Operands: a placeholder, a path, or the size of the value at a path.
 */
import { invalid } from '#test/simulation/table/refusals.ts';
import { type Item, isMap, sizeOf, type Value } from '#test/simulation/table/value.ts';
import { givenValue, nameOf, type Operand, type Placeholders, type Tokens } from './scope.ts';

/** Attribute names as text and list indexes as numbers. */
export type Path = readonly (string | number)[];

export function readPath(tokens: Tokens): Path {
  const steps: (string | number)[] = [tokens.next()];
  for (;;) {
    if (tokens.take('.')) steps.push(tokens.next());
    else if (tokens.take('[')) {
      steps.push(Number(tokens.next()));
      tokens.expect(']');
    } else return steps;
  }
}

/** The path with its placeholders filled in. */
export const resolvePath = (path: Path, placeholders: Placeholders): Path =>
  path.map((step) => (typeof step === 'number' ? step : nameOf(step, placeholders)));

const child = (parent: Value | undefined, step: string | number): Value | undefined => {
  if (typeof step === 'number') return Array.isArray(parent) ? parent[step] : undefined;
  return isMap(parent) && Object.hasOwn(parent, step) ? parent[step] : undefined;
};

/** The value at a resolved path; undefined when there is none. */
export const valueAt = (item: Item, path: Path): Value | undefined => path.reduce<Value | undefined>(child, item);

export const pathOperand =
  (path: Path): Operand =>
  (scope) =>
    valueAt(scope.item ?? {}, resolvePath(path, scope));

/** The map or list that holds the last step of a path. @throws when it does not exist. */
function holderOf(item: Item, path: Path): Record<string, Value> | Value[] {
  const holder = path.slice(0, -1).reduce<Value | undefined>(child, item);
  const fits = typeof path.at(-1) === 'number' ? Array.isArray(holder) : isMap(holder);
  if (!fits) throw invalid('The document path provided in the update expression is invalid for update');
  return holder as Record<string, Value> | Value[];
}

/** Sets a value; an index past the end of a list appends to it. */
export function setAt(item: Item, path: Path, value: Value): void {
  const holder = holderOf(item, path);
  const last = path.at(-1) as string | number;
  if (Array.isArray(holder)) holder[Math.min(last as number, holder.length)] = value;
  else holder[last as string] = value;
}

export function removeAt(item: Item, path: Path): void {
  const holder = holderOf(item, path);
  const last = path.at(-1) as string | number;
  if (Array.isArray(holder)) holder.splice(last as number, 1);
  else delete holder[last as string];
}

/** DynamoDB refuses paths of which one is the beginning of another. */
export function refuseOverlap(paths: readonly Path[]): void {
  if (paths.length < 2) return;
  const texts = paths.map((path) => `${path.map((step) => JSON.stringify(step)).join('.')}.`);
  for (const [index, text] of texts.entries())
    for (const other of texts.slice(index + 1))
      if (text.startsWith(other) || other.startsWith(text))
        throw invalid('Two document paths overlap with each other; must remove or rewrite one of these paths');
}

export function readOperand(tokens: Tokens): Operand {
  if (tokens.peek()?.startsWith(':')) {
    const word = tokens.next();
    return (scope) => givenValue(word, scope);
  }
  if (!tokens.take('SIZE')) return pathOperand(readPath(tokens));
  tokens.expect('(');
  const inner = readOperand(tokens);
  tokens.expect(')');
  return (scope) => sizeOf(inner(scope));
}
