/** Texts in a body: many clients write what is not ASCII as escapes, of which two together are one character and one alone is none. */
import { expect, it } from 'vitest';
import { readJsonBody } from '#lib/http/body.ts';
import { anApiEvent } from '#test/support/api-event.ts';
import { faultsOf } from '#test/support/faults.ts';

const read = (text: string): unknown => {
  const headers = { 'content-type': 'application/json' };
  return readJsonBody({ ...anApiEvent({ method: 'POST' }), headers, body: text, isBase64Encoded: false });
};

const pathsOf = (text: string): string[] => faultsOf(() => read(text)).map(({ path }) => path);

it.each([
  ['an escaped pair', String.raw`{"a":"\ud83d\ude00"}`, { a: '😀' }],
  ['in large letters, in a name', String.raw`{"\uD83D\uDE00":["\uD83D\uDE00"]}`, { '😀': ['😀'] }],
  ['as it is', '{"a":"😀"}', { a: '😀' }],
  ['an escape that only looks like one', String.raw`{"a":"\\ud83d"}`, { a: String.raw`\ud83d` }],
])('%s is taken', (_what, text, expected) => {
  expect(read(text)).toEqual(expected);
});

it.each([
  ['one half', String.raw`{"a":"\ud83d"}`, ['a']],
  ['the other half, deep', String.raw`{"a":{"b":["x","\ude00"]}}`, ['a.b.1']],
  ['halves in the wrong order', String.raw`{"a":"\ude00\ud83d"}`, ['a']],
  ['a name', String.raw`{"\ud83d":1}`, ['\ufffd']],
])('%s is refused, with its place', (_what, text, paths) => {
  expect(pathsOf(text)).toEqual(paths);
});

it('a place says its first two hundred characters', () => {
  const name = 'k'.repeat(300);
  expect(pathsOf(`{"a":{"${name}":"\\ud83d"}}`)).toEqual([`a.${'k'.repeat(198)}`]);
});
