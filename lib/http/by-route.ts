/** One function that answers several routes: each has a handler of its own. */
import type { APIGatewayProxyResult, Context } from 'aws-lambda';
import { routeNotFound } from '#lib/domain/errors.ts';
import { type HttpEvent, requestIdOf } from './request.ts';
import { refuse } from './responses.ts';

type Handler = (event: HttpEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** By `METHOD path`, as in the table of routes. */
export const byRoute =
  (handlers: Readonly<Record<string, Handler>>): Handler =>
  async (event, context) => {
    const handler = handlers[`${event.httpMethod} ${event.resource}`];
    return handler?.(event, context) ?? refuse(routeNotFound(), { 'x-request-id': requestIdOf(event) });
  };
