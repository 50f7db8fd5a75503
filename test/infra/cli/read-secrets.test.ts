/** What a provider's secrets must look like, and that no refusal repeats one. */
import { expect, it } from 'vitest';
import { secretsIn } from '#infra/cli/commands/credentials.ts';

const NAMES = ['apiKey', 'secretKey', 'contractCode'];

it('secrets are read when there is a text for each name, and nothing else', () => {
  const secrets = { apiKey: 'a', secretKey: 's', contractCode: '1' };
  expect(secretsIn(JSON.stringify(secrets), NAMES)).toEqual(secrets);
});

it.each([
  ['{"secretKey":"SECRET"}', 'apiKey is missing, contractCode is missing'],
  ['{"apiKey":"SECRET","secretKey":"SECRET","contractCode":"1","colour":"SECRET"}', 'colour is unknown'],
  ['{"sk_live_SECRET1":"secretKey"}', 'no plain word is unknown'],
  ['{"apiKey":" SECRET","secretKey":"SECRET","contractCode":"1"}', 'apiKey is not text without spaces'],
  ['{"apiKey":["SECRET"],"secretKey":"SECRET","contractCode":"1"}', 'apiKey is not text'],
  ['{"apiKey":SECRET', 'must be a JSON object such as {"apiKey":"…"'],
  ['"SECRET"', 'must be a JSON object'],
  ['["SECRET"]', 'must be a JSON object'],
  ['null', 'must be a JSON object'],
  ['', 'must be a JSON object'],
])('secrets given as %j are refused, and no secret is repeated', (given, reason) => {
  const refusal = () => secretsIn(given, NAMES);
  expect(refusal).toThrow(reason);
  expect(refusal).not.toThrow('SECRET');
});
