/** The fields of an object or of a query: name, type, limits and meaning of each. */
import { escapeHtml } from '#lib/domain/message/escape-html.ts';
import { markdown } from './markdown.ts';
import type { Parameter, Schema } from './openapi.ts';
import { limits, typeText } from './schema-text.ts';

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
