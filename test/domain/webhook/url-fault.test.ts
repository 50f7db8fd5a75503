/** Which addresses a webhook endpoint may have. What its host resolves to is checked where it is looked up. */
import { describe, expect, it } from 'vitest';
import { type UrlRules, urlFault } from '#lib/domain/webhook/endpoint.ts';

const DEPLOYED: UrlRules = { ownHost: 'api.example.com', allowsLoopback: false };
const LOCAL: UrlRules = {
  ownHost: undefined,
  allowsLoopback: true,
  own: { ports: ['4000', '80'], receiverPath: '/_local/receiver' },
};
const padded = (bytes: number) => `https://shop.example/${'ü'.repeat(10)}`.padEnd(bytes - 10, 'x');

describe('a deployed service', () => {
  it.each([
    'https://shop.example/',
    'https://shop.example:443/hooks?key=1',
    'HTTPS://Shop.Example/hooks',
    'https://api.example.com.evil.example/',
    'https://10.example/',
    padded(2048),
  ])('takes %.60s', (url) => expect(urlFault(url, DEPLOYED)).toBeUndefined());

  it.each([
    ['', 'must be an absolute URL'],
    ['/hooks', 'must be an absolute URL'],
    ['shop.example', 'must be an absolute URL'],
    [padded(2049), 'must have at most 2048 bytes'],
    ['https://ada@shop.example/', 'must not contain a user name or a password'],
    ['https://:secret@shop.example/', 'must not contain a user name or a password'],
    ['https://shop.example/#top', 'must not have a fragment'],
    ['https://shop.example/#', 'must not have a fragment'],
    ['http://shop.example/', 'must begin with https://'],
    ['http://localhost/', 'must begin with https://'],
    ['ftp://shop.example/', 'must begin with https://'],
    ['https://shop.example:8443/', 'must use port 443'],
    ['https://10.0.0.1/', 'must name a host, not an address'],
    ['https://2130706433/', 'must name a host, not an address'],
    ['https://0x7f.1/', 'must name a host, not an address'],
    ['https://[::1]/', 'must name a host, not an address'],
    ['https://api.example.com/hooks', 'must not be an address of this service'],
    ['https://API.example.com./hooks', 'must not be an address of this service'],
  ])('refuses %.60s: %s', (url, fault) => expect(urlFault(url, DEPLOYED)).toBe(fault));
});

describe('a local run', () => {
  it.each([
    'http://localhost:5000/',
    'http://127.0.0.1:4001/',
    'http://[::1]:5000/',
    'http://localhost:4000/_local/receiver',
    'https://shop.example/',
  ])('takes %s', (url) => expect(urlFault(url, LOCAL)).toBeUndefined());

  it.each([
    ['http://localhost:4000/', 'must not be an address of this service'],
    ['http://127.0.0.1/_local/receive', 'must not be an address of this service'],
    ['http://192.168.1.2:5000/', 'must begin with https://'],
    ['https://127.0.0.1/', 'must name a host, not an address'],
    ['http://user@localhost:5000/', 'must not contain a user name or a password'],
  ])('refuses %s: %s', (url, fault) => expect(urlFault(url, LOCAL)).toBe(fault));
});
