/** Random well-formed expressions: every form that the store writes, and similar ones. */
import * as fc from 'fast-check';

const text = fc.constantFrom('x', 'xy', 'é', '😀', '\uffff', '2026-01-01');
const number = fc.constantFrom(0, 1, 2, 50, -3, 0.5);
const bytes = fc.constantFrom(Uint8Array.of(1, 2), Uint8Array.of(3));
const set = fc.constantFrom(new Set(['x']), new Set(['x', 'y']), new Set([1, 2]));
const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null), bytes);
const list = fc.array(scalar, { maxLength: 3 });
const map = fc.dictionary(fc.constantFrom('p', 'q'), scalar, { maxKeys: 2 });
const value = fc.oneof({ weight: 4, arbitrary: scalar }, list, map, set);

/** Attributes mostly have the type that their name suggests. */
export const attributes = fc.record(
  { n: number, t: text, l: list, m: map, s: set, x: value, due: fc.constantFrom('D', 'E'), nextRunAt: text },
  { requiredKeys: [] },
);

/** Values of placeholders. The two of a range have one type and are in order, because DynamoDB refuses others without reading. */
export const placeholders = fc.record({
  ':any': value,
  ':other': value,
  ':order': fc.oneof(text, number, bytes),
  ':low': fc.constant(1),
  ':high': fc.constant(50),
  ':number': number,
  ':text': text,
  ':list': list,
  ':set': set,
});

const NAMES = { '#n': 'n', '#p': 'p' };

const attribute = fc.constantFrom('n', 't', 'l', 'm', 's', 'x');
const path = fc.constantFrom('n', 't', 'l', 'm', 's', 'x', 'm.p', 'm.q', 'l[0]', 'l[1]', '#n', 'm.#p', 'x.y');
const twoPaths = fc.tuple(path, path).filter(([a, b]) => a.replaceAll('#', '') !== b.replaceAll('#', ''));

const predicate = fc.oneof(
  fc.tuple(path, fc.constantFrom('= :any', '<> :any')).map((parts) => parts.join(' ')),
  fc.tuple(path, fc.constantFrom('<', '<=', '>', '>=')).map(([of, sign]) => `${of} ${sign} :order`),
  fc.tuple(twoPaths, fc.constantFrom('=', '<>', '<', '>=')).map(([[a, b], sign]) => `${a} ${sign} ${b}`),
  path.map((of) => `attribute_exists(${of})`),
  path.map((of) => `attribute_not_exists(${of})`),
  path.map((of) => `contains(${of}, :any)`),
  path.map((of) => `begins_with(${of}, :text)`),
  path.map((of) => `size(${of}) < :number`),
  path.map((of) => `${of} IN (:any, :other)`),
  path.map((of) => `${of} BETWEEN :low AND :high`),
);

export const { condition } = fc.letrec<{ condition: string; inner: string }>((tie) => ({
  condition: fc.oneof({ maxDepth: 3 }, predicate, tie('inner')),
  inner: fc.oneof(
    tie('condition').map((of) => `NOT (${of})`),
    fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => `(${a}) AND (${b})`),
    fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => `(${a}) OR (${b})`),
  ),
}));

export const change = fc.oneof(
  path.map((to) => `SET ${to} = :any`),
  twoPaths.map(([to, from]) => `SET ${to} = ${from}`),
  path.map((to) => `SET ${to} = if_not_exists(${to}, :any)`),
  path.map((to) => `SET ${to} = list_append(if_not_exists(${to}, :list), :list)`),
  path.map((to) => `SET ${to} = ${to} + :number`),
  path.map((to) => `SET ${to} = :number - ${to}`),
  path.map((of) => `REMOVE ${of}`),
  attribute.map((of) => `ADD ${of} :number`),
  attribute.map((of) => `ADD ${of} :set`),
  attribute.map((of) => `DELETE ${of} :set`),
  twoPaths.map(([a, b]) => `SET ${a} = :any, ${b} = :other`),
  twoPaths.map(([a, b]) => `SET ${a} = :any REMOVE ${b}`),
  twoPaths.map(([a, b]) => `REMOVE ${a}, ${b}`),
);

/** The expressions with exactly the placeholders they use, because DynamoDB refuses unused ones. */
export function withPlaceholders(expressions: Record<string, string | undefined>, given: object): object {
  const whole = Object.values(expressions).join(' ');
  const used = (all: object) => Object.entries(all).filter(([name]) => new RegExp(`${name}\\b`).test(whole));
  const [names, values] = [used(NAMES), used(given)];
  return {
    ...Object.fromEntries(Object.entries(expressions).filter(([, text]) => text !== undefined)),
    ...(names.length > 0 && { ExpressionAttributeNames: Object.fromEntries(names) }),
    ...(values.length > 0 && { ExpressionAttributeValues: Object.fromEntries(values) }),
  };
}
