/** The type of a value in words, with its limits, and links to the objects it has. */
import { escapeHtml } from '#lib/domain/message/escape-html.ts';
import { nameIn, type Schema } from './openapi.ts';

export const schemaLink = (name: string): string => `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`;

export function typeText(schema: Schema): string {
  const { $ref, oneOf, not, items, type } = schema;
  if ($ref !== undefined) return schemaLink(nameIn($ref));
  if (oneOf !== undefined) return oneOf.map(typeText).join(' or ');
  if (not !== undefined) return 'object or list of objects';
  if (items !== undefined) return `list of ${typeText(items)}`;
  return escapeHtml([type ?? 'any'].flat().join(' or '));
}

const number = (value: number): string => new Intl.NumberFormat('en').format(value);

/** A longer list of choices is in the description. */
const MAX_CHOICES = 12;

/** What the description does not always say: choices, bounds, the default. */
export function limits(schema: Schema): string[] {
  const { enum: choices = [], format, minimum, exclusiveMinimum, maximum, minLength, maxLength } = schema;
  const { minItems, maxItems, minProperties } = schema;
  return [
    choices.length > 0 && choices.length <= MAX_CHOICES && `one of ${choices.map(code).join(', ')}`,
    format !== undefined && escapeHtml(format),
    exclusiveMinimum !== undefined && `above ${number(exclusiveMinimum)}`,
    minimum !== undefined && `at least ${number(minimum)}`,
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && `at most ${number(maximum)}`,
    lengths(minLength, maxLength, 'characters'),
    lengths(minItems, maxItems, 'items'),
    minProperties !== undefined && `at least ${minProperties} field`,
    schema.uniqueItems === true && 'each once',
    schema.default !== undefined && `default ${code(schema.default)}`,
  ].filter((limit) => typeof limit === 'string');
}

const code = (value: unknown): string => `<code>${escapeHtml(String(value))}</code>`;

function lengths(least: number | undefined, most: number | undefined, unit: string): string | false {
  if (least !== undefined && most !== undefined) return `${number(least)} to ${number(most)} ${unit}`;
  if (most !== undefined) return `at most ${number(most)} ${unit}`;
  return least !== undefined && least > 0 && `at least ${number(least)} ${unit}`;
}
