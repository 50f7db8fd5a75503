/** Metadata: any JSON that contains a description and stays within the bounds below. */
import * as z from 'zod/mini';
import { isExactNumber } from '#lib/domain/exact-json.ts';
import { type DescribedSchema, describeRequest } from './described.ts';

/** Lower than the bounds of DynamoDB and of `JSON.stringify`. */
const MAX_BYTES = 16 * 1024;
const MAX_LEVELS = 20;

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

type Path = (string | number)[];
type Fault = { path: Path; message: string };

export const Metadata = z
  .custom<object>()
  .check((ctx) => {
    for (const { path, message } of faultsOf(ctx.value)) {
      ctx.issues.push({ code: 'custom', input: ctx.value, path, message });
    }
  })
  .register(z.globalRegistry, {
    // An object or a list. With another word about either, generated clients lose its fields, refuse one of the two, or send null.
    not: { type: ['string', 'number', 'boolean', 'null'] },
  });

function faultsOf(metadata: unknown): Fault[] {
  if (!isObject(metadata)) return [{ path: [], message: 'must be an object or a list of objects' }];
  const described = descriptionFaults(metadata);
  const shape = shapeFault(metadata, [], 1);
  if (shape) return [shape, ...described];
  const bytes = Buffer.byteLength(JSON.stringify(metadata));
  return bytes > MAX_BYTES ? [...described, { path: [], message: `must be at most ${MAX_BYTES} bytes` }] : described;
}

function descriptionFaults(metadata: object): Fault[] {
  if (!Array.isArray(metadata)) return descriptionFault(metadata, []);
  if (metadata.length === 0) return [{ path: [], message: 'must have at least one item' }];
  return metadata.flatMap((item, index) => descriptionFault(item, [index]));
}

function descriptionFault(item: unknown, path: Path): Fault[] {
  if (!isObject(item) || Array.isArray(item)) return [{ path, message: 'must be an object' }];
  const description = (item as { description?: unknown }).description;
  const at = [...path, 'description'];
  if (description === undefined) return [{ path: at, message: 'is required' }];
  const filled = typeof description === 'string' && description.trim() !== '';
  return filled ? [] : [{ path: at, message: 'must be a non-empty string' }];
}

/** The first fault in the shape of a value. Never looks deeper than the allowed levels. */
function shapeFault(value: unknown, path: Path, level: number): Fault | undefined {
  if (!isObject(value)) return undefined;
  if (level > MAX_LEVELS) return { path: path.slice(0, 1), message: `must be at most ${MAX_LEVELS} levels deep` };
  for (const [key, child] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    if (FORBIDDEN_KEYS.has(key)) return { path: at, message: 'is not allowed as a key' };
    const fault = shapeFault(child, at, level + 1);
    if (fault) return fault;
  }
  return undefined;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !isExactNumber(value);

/** Also of the metadata of a response, which is repeated as it was sent. */
export const metadataMeaning = (): string =>
  `Your own data, kept and repeated exactly: an object with a description, or a list of such objects; any other fields of any shape. At most ${MAX_BYTES} bytes and ${MAX_LEVELS} levels; the keys \`__proto__\`, \`constructor\` and \`prototype\` are not allowed.`;

/** The texts of these schemas, for the API's description. */
export const metadataTexts = (): DescribedSchema[] => [
  describeRequest('Metadata', Metadata, { description: metadataMeaning() }),
];
