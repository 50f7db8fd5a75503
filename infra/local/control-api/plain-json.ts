/** Bodies of the calls under `/_local/`: plain JSON, without the service's envelope. */
import type { APIGatewayProxyResult } from 'aws-lambda';

/** The call is answered with 400 and this message. */
export class BadCall extends Error {}

export const plainJson = (statusCode: number, data: unknown): APIGatewayProxyResult => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(data),
});

/** The body as an object; @throws {BadCall} When it is none, or has a field that is not among these. */
export function readObject<Field extends string>(
  body: string,
  fields: readonly Field[],
): Partial<Record<Field, unknown>> {
  const data = parse(body);
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw new BadCall('The body must be a JSON object');
  }
  const unknown = Object.keys(data).find((name) => !(fields as readonly string[]).includes(name));
  if (unknown !== undefined) throw new BadCall(`Unknown field ${unknown}; known are ${fields.join(', ')}`);
  return data as Partial<Record<Field, unknown>>;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new BadCall('The body is not valid JSON');
  }
}

/** @throws {BadCall} When the value is not one of the choices. */
export function readChoice<Choice extends string>(field: string, value: unknown, choices: readonly Choice[]): Choice {
  const choice = choices.find((candidate) => candidate === value);
  if (choice !== undefined) return choice;
  throw new BadCall(`${field} must be one of ${choices.join(', ')}`);
}
