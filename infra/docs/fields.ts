/** The fields of an object or of a query: name, type, limits and meaning of each, as a schema says them. */
import { escapeHtml } from '#lib/domain/message/clean-text.ts';
import { markdown } from './markdown.ts';
import { nameIn, type Parameter, type Schema } from './openapi.ts';

type Field = { name: string; schema: Schema; isRequired: boolean; description: string | undefined; where?: string };

export const fieldsOf = ({ properties = {}, required = [] }: Schema): string =>
  fieldList(
    Object.entries(properties).map(([name, schema]) => ({
      name,
      schema,
      isRequired: required.includes(name),
      description: schema.description,
    })),
  );

const PLACES: Readonly<Record<string, string>> = { path: 'in the path', query: 'in the query', header: 'a header' };

export const parameterList = (parameters: readonly Parameter[]): string =>
  fieldList(
    parameters.map(({ name, in: place, required = false, schema, description }) => ({
      name,
      schema,
      isRequired: required,
      description,
      where: PLACES[place] ?? place,
    })),
  );

const fieldList = (fields: readonly Field[]): string =>
  fields.length === 0 ? '' : `<dl class="fields">${fields.map(row).join('')}</dl>`;

function row({ name, schema, isRequired, description, where }: Field): string {
  const about = [typeText(schema), ...(where === undefined ? [] : [where]), ...limits(schema)].join(', ');
  return [
    `<div><dt><code>${escapeHtml(name)}</code>${isRequired ? ' <span class="required">required</span>' : ''}`,
    ` <span class="type">${about}</span></dt><dd>${markdown(description ?? '')}</dd></div>`,
  ].join('');
}

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
  const {
    'x-extensible-enum': growing = [],
    enum: choices = growing,
    format,
    minimum,
    exclusiveMinimum,
    maximum,
    minLength,
    maxLength,
  } = schema;
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
    schema.default !== undefined && `default ${code(schema.default)}`,
  ].filter((limit) => typeof limit === 'string');
}

const code = (value: unknown): string => `<code>${escapeHtml(String(value))}</code>`;

function lengths(least: number | undefined, most: number | undefined, unit: string): string | false {
  if (least !== undefined && most !== undefined) return `${number(least)} to ${number(most)} ${unit}`;
  if (most !== undefined) return `at most ${number(most)} ${unit}`;
  return least !== undefined && least > 0 && `at least ${number(least)} ${unit}`;
}
