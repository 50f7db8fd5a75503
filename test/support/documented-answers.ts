/** Checks answers against an OpenAPI document alone, with an independent JSON Schema validator. */

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type ApiDocument, type DocumentedResponse, type Json, operationFor, type Schema } from './api-document.ts';

type Answered = { status: number; headers: Headers; text: string };

/** Returns the faults of an answer; an empty list for a request that belongs to no operation. */
export type JudgeAnswer = (method: string, target: string, answer: Answered) => string[];

const NAME = 'api';

/** Ajv's strict mode is off because an OpenAPI document holds more than schemas. */
function validatorFor(document: ApiDocument): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true });
  addFormats.default(ajv);
  return ajv.addSchema(document, NAME);
}

/** Returns a check whether a value is valid under a schema of the document. */
export function fits(document: ApiDocument, schema: Schema): (value: Json) => boolean {
  const { components } = document;
  const validate = validatorFor(document).compile({ ...schema, components });
  return (value) => validate(value) as boolean;
}

export function judgeAnswers(document: ApiDocument): JudgeAnswer {
  const ajv = validatorFor(document);
  const compiled = new Map<string, ValidateFunction>();
  const validatorAt = (pointer: string): ValidateFunction => {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `${NAME}#${pointer}` });
    compiled.set(pointer, known);
    return known;
  };
  return (method, target, { status, headers, text }) => {
    const operation = operationFor(document, method, target);
    if (operation === undefined) return [];
    const response = operation.responses[status];
    if (response === undefined) return [`${status} is not documented for ${operation.operationId}`];
    const where = ['paths', operation.path, method.toLowerCase(), 'responses', String(status)];
    const matches = validatorAt(pointerTo([...where, 'content', 'application/json', 'schema']));
    const body: unknown = JSON.parse(text);
    const faults = matches(body) ? [] : (matches.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
    return [...faults, ...headerFaults(response, headers)];
  };
}

/** Documented headers that an answer must always have; other headers depend on the request. */
const ALWAYS = ['x-request-id', 'location', 'retry-after'];

function headerFaults({ headers: documented }: DocumentedResponse, given: Headers): string[] {
  const type = given.get('content-type') ?? 'none';
  const missing = ALWAYS.filter((name) => name in documented && !given.get(name));
  return [
    ...(/^application\/json(; ?charset=utf-8)?$/i.test(type) ? [] : [`its content type is ${type}`]),
    ...missing.map((name) => `it has no ${name}`),
    ...(given.has('location') && !('location' in documented) ? ['its location is not documented'] : []),
  ];
}

const pointerTo = (segments: readonly string[]): string =>
  segments.map((segment) => `/${encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
