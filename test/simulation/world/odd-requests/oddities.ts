/** What can be odd about a request of any route, and the one right answer to each: ids, keys, queries, headers and bodies. */
import { badBody, badBytes, badText } from './bodies.ts';
import { invalid, NO_FIELD, type Oddity } from './oddity.ts';
import { FAR, HASH, hasId, kindOf, takesQuery, unknownId } from './routes.ts';

/** Of the account, of the other one, or with one thing wrong: none of it exists. */
const missing: Oddity = ({ world, by, other, random, route, usual }) => {
  if (!hasId(route)) return undefined;
  const { word, prefix, known } = kindOf(route);
  const real = random.pick([...known(world, by), unknownId(route, by, random)]);
  const rest = real.slice(prefix.length);
  const id = random.pick([
    unknownId(route, by, random),
    unknownId(route, other, random),
    `${real}0`,
    real.slice(0, -1),
    real.toUpperCase(),
    rest,
    `x${real}`,
    `${prefix === 'pay_' ? 'prv_' : 'pay_'}${rest}`,
    // More than 128 bits.
    `${real.slice(0, -HASH)}${'z'.repeat(HASH)}`,
    `${real.slice(0, -1)}-`,
    `${real}\n`,
    ' ',
  ]);
  return { call: { ...usual, id }, right: { status: 404, code: `${word}_not_found` } };
};

const foreign: Oddity = ({ world, other, random, route, usual }) => {
  if (!hasId(route)) return undefined;
  const { word, known } = kindOf(route);
  const ids = known(world, other);
  if (ids.length === 0) return undefined;
  return { call: { ...usual, id: random.pick(ids) }, right: { status: 403, code: `${word}_forbidden` } };
};

/** Before all else: the body may be wrong as well. */
const badKey: Oddity = ({ by, other, random, usual }) => {
  const { apiKey } = by;
  const last = apiKey.at(-1) === 'a' ? 'b' : 'a';
  const key = random.pick([undefined, '', 'x', `${apiKey.slice(0, -1)}${last}`, `${apiKey}a`, apiKey.toUpperCase()]);
  // The key of the one with the account of the other.
  const mixed = apiKey.replace(by.account.id, other.account.id);
  const { key: _own, ...rest } = { ...usual, ...(usual.body !== undefined && random.bool(0.5) && { body: '{' }) };
  const given = random.bool(0.2) ? mixed : key;
  return {
    call: { ...rest, ...(given !== undefined && { key: given }) },
    right: { status: 401, code: 'invalid_api_key' },
  };
};

const NO_PARAMETER = 'is not a known parameter';
const KEY_LENGTH = { path: 'idempotency-key', message: 'must have 1 to 255 characters' };

const badQuery: Oddity = ({ random, route, usual }) => {
  if (!takesQuery(route)) {
    const query = random.pick<Record<string, string | string[]>>([{ page: '1' }, { limit: ['1', '2'] }, { odd: '' }]);
    const [path = ''] = Object.keys(query);
    return { call: { ...usual, query }, right: invalid({ path, message: NO_PARAMETER }) };
  }
  const [query, path, message] = random.pick<[Record<string, string | string[]>, string, string]>([
    [{ odd: '1' }, 'odd', NO_FIELD],
    [{ limit: '0' }, 'limit', 'must be a whole number of at least 1'],
    [{ limit: '101' }, 'limit', 'must be at most 100'],
    [{ limit: ['1', '2'] }, 'limit', 'must be given once'],
    [{ limit: '1e1' }, 'limit', 'must be a whole number of at least 1'],
    ...(BAD_QUERIES[route.operation] ?? []),
  ]);
  return { call: { ...usual, query }, right: invalid({ path, message }) };
};

const BAD_QUERIES: Readonly<Record<string, [Record<string, string | string[]>, string, string][]>> = {
  'list-collections': [
    [{ page: '0' }, 'page', 'must be a whole number of at least 1'],
    [{ page: '2', status: 'pending' }, 'page', 'cannot be used with a filter'],
    [{ cursor: 'x' }, 'cursor', 'needs the filter it belongs to'],
    [{ cursor: 'x', status: 'pending' }, 'cursor', 'is not a nextCursor of this filter'],
    [{ createdFrom: FAR, createdTo: '2029-01-01T00:00:00Z' }, 'createdTo', 'must not be before createdFrom'],
  ],
  'list-events': [
    [{ after: 'x' }, 'after', 'is not a cursor of this feed'],
    [{ after: '' }, 'after', 'is not a cursor of this feed'],
  ],
};

const badHeader: Oddity = ({ random, usual }) => {
  const headers = { [random.pick(['idempotency-key', 'Idempotency-Key'])]: random.pick(['', 'x'.repeat(256)]) };
  return { call: { ...usual, headers }, right: invalid(KEY_LENGTH) };
};

/** Of the query, the header and the body together. */
const allBad: Oddity = ({ route, usual }) => {
  const query = { odd: '1' };
  const call = { ...usual, query, headers: { 'idempotency-key': '' } };
  const first = { path: 'odd', message: takesQuery(route) ? NO_FIELD : NO_PARAMETER };
  if (usual.body === undefined) return { call, right: invalid(first, KEY_LENGTH) };
  return {
    call: { ...call, body: '[]' },
    right: invalid(first, KEY_LENGTH, { path: '', message: 'must be an object' }),
  };
};

/** Routes are asked for what is not there most often. */
export const ODDITIES: readonly Oddity[] = [
  missing,
  missing,
  missing,
  foreign,
  foreign,
  badKey,
  badQuery,
  badHeader,
  badText,
  badText,
  badBytes,
  badBody,
  badBody,
  allBad,
];
