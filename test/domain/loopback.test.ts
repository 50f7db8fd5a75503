/** Which addresses are of this machine. */
import { describe, expect, it } from 'vitest';
import { isLoopback } from '#lib/domain/loopback.ts';

describe('an address of this machine', () => {
  it.each([
    'http://localhost:3000',
    'http://LOCALHOST/console',
    'http://127.0.0.1',
    'http://127.0.0.1:8080/a?b#c',
    'http://[::1]:3000/',
    'http://2130706433/',
  ])('is %s', (url) => {
    expect(isLoopback(new URL(url))).toBe(true);
  });

  it.each([
    'https://localhost:3000',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://localhost@example.com',
    'http://10.0.0.1',
    'http://0.0.0.0',
    'ftp://localhost',
  ])('is not %s', (url) => {
    expect(isLoopback(new URL(url))).toBe(false);
  });
});
