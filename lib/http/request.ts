/** What an endpoint knows of a request, and how it is read from API Gateway's event. */
import type { APIGatewayProxyEvent } from 'aws-lambda';

export type HttpEvent = APIGatewayProxyEvent;

/** Who is asking, and when. `account` is proven by the time `run` sees it; `load` sees it as claimed. */
export type Request<Body, Query> = {
  account: string;
  requestId: string;
  /** The `{id}` of the path, empty where the path has none. */
  id: string;
  body: Body;
  query: Query;
  idempotencyKey: string | undefined;
  now: Date;
};

/** A header by its lower-case name; API Gateway keeps the case that the caller typed. */
export function header(event: HttpEvent, name: string): string | undefined {
  const entry = Object.entries(event.headers ?? {}).find(([given]) => given.toLowerCase() === name);
  return entry?.[1] ?? undefined;
}

/** The API's request id, which the answer and every log line carry. */
export const requestIdOf = (event: HttpEvent): string => event.requestContext?.requestId ?? '';

/** The query as a plain object; a parameter that is given twice becomes a list, which no schema takes. */
export function queryOf(event: HttpEvent): Record<string, string | string[]> {
  const given = Object.entries(event.multiValueQueryStringParameters ?? {});
  return Object.fromEntries(
    given.map(([name, values]) => [name, values?.length === 1 ? (values[0] as string) : (values ?? [])]),
  );
}
