/** In some worlds receivers answer in every way that there is, and their names lead to every kind of address: drawn apart from all else. */
import type { Outcome } from '#test/simulation/aws/https.ts';
import { USUAL } from '#test/simulation/aws/sent-request.ts';
import { randomFrom } from '#test/simulation/kernel/random.ts';
import { NOT_PUBLIC, PUBLIC } from '#test/simulation/model/public-addresses.ts';
import type { World } from './world.ts';

export const ODD_RECEIVERS = { name: 'odd-receivers', share: 0.6 };

const MINUTE = 60_000;
/** Of what is asked: how much is odd, and how much of that fails. */
const ODD = 0.6;
const FAILS = 0.25;
/** Of the failures, those before a connection, and those of one. */
const NOT_FOUND = 0.1;
const NOT_ALLOWED = 0.3;
const NOT_CONNECTED = 0.2;

const GOOD = [200, 201, 202, 204, 299];
const BAD = [300, 301, 302, 304, 307, 400, 401, 404, 408, 409, 413, 429, 429, 429, 500, 502, 503, 503, 503, 504];
const CODES = [
  ...['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'HPE_INVALID_CONSTANT'],
  ...['ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_SSL_WRONG_VERSION_NUMBER', 'CERT_HAS_EXPIRED', 'EPROTO'],
  ...[
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'HOSTNAME_MISMATCH',
  ],
];
const PAUSES = ['1', '30', ' 60 ', '600', '36000', '36001', '999999999', '1000000000', '0', '-5', '1.5', 'soon', ''];
const DATES = [-5, 2, 90, 700].map((minutes) => minutes * MINUTE);

/** Short, with letters of two bytes at the limit, with what moves a cursor, and longer than anybody reads. */
const BODIES: readonly (readonly Buffer[])[] = [
  [],
  [Buffer.from('thanks')],
  [Buffer.from('é'.repeat(600))],
  [Buffer.from(`a${'é'.repeat(600)}`)],
  [Buffer.from(`${'a'.repeat(1023)}\u{1f600}`)],
  [Buffer.from('x'.repeat(1024))],
  [Buffer.from('\u0000a\u001b[31m\r\n\tb\u007f\u0085c')],
  [Buffer.from('in two '), Buffer.from('parts')],
  Array.from({ length: 40 }, (_, index) => Buffer.alloc(1000, 97 + (index % 26))),
];

export type OddReceivers = {
  /** The addresses of a host; none where nobody knows it. */
  addressesOf: () => string[];
  /** In place of what a receiver does usually. */
  answer: () => Outcome | undefined;
};

export const USUAL_RECEIVERS: OddReceivers = { addressesOf: () => USUAL, answer: () => undefined };

export function createOddReceivers(world: World, without: ReadonlySet<string>): OddReceivers {
  const random = randomFrom(world.seed, ODD_RECEIVERS.name);
  const isOn = !without.has(ODD_RECEIVERS.name) && random.bool(ODD_RECEIVERS.share);
  if (!isOn) return USUAL_RECEIVERS;
  const fails = () => !world.isCalm && world.kernel.now() < world.healedAt && random.bool(FAILS);

  function retryAfter(): string | undefined {
    if (random.bool(0.2)) return undefined;
    return random.bool(0.7) ? random.pick(PAUSES) : new Date(world.kernel.now() + random.pick(DATES)).toUTCString();
  }

  return {
    addressesOf() {
      if (!random.bool(ODD)) return USUAL;
      const known = Array.from({ length: random.between(1, 3) }, () => random.pick(PUBLIC));
      if (!fails()) return known;
      if (random.bool(NOT_FOUND)) return [];
      return random.bool(NOT_ALLOWED) ? [...known, random.pick(NOT_PUBLIC)] : known;
    },
    answer() {
      if (!random.bool(ODD)) return undefined;
      const body = { chunks: random.pick(BODIES), breaksOff: random.bool(0.1) };
      if (!fails()) return { status: random.pick(GOOD), ...body };
      if (random.bool(NOT_CONNECTED)) return { code: random.pick(CODES) };
      return { status: random.pick(BAD), ...body, retryAfter: retryAfter() };
    },
  };
}
