/** The form of a page, as the gateway hands it over. */
import { expect, it } from 'vitest';
import { formOf } from '#lib/http/html-page.ts';
import type { HttpEvent } from '#lib/http/request.ts';

const read = (text: string | null, isBase64Encoded = true) =>
  formOf({ body: text && isBase64Encoded ? Buffer.from(text).toString('base64') : text, isBase64Encoded } as HttpEvent);

it.each([true, false])('a form is read, in base64: %s', (isBase64Encoded) => {
  expect(read('note=%C3%BC+1&pay=a&pay=b', isBase64Encoded).getAll('pay')).toEqual(['a', 'b']);
  expect(read('note=%C3%BC+1', isBase64Encoded).get('note')).toBe('ü 1');
  expect([...read(null, isBase64Encoded)]).toEqual([]);
});

it('a form of 8,192 characters is read, and a longer one is as if it were empty', () => {
  expect(read(`a=${'x'.repeat(8_190)}`).get('a')).toHaveLength(8_190);
  expect([...read(`a=${'x'.repeat(8_191)}`)]).toEqual([]);
});
