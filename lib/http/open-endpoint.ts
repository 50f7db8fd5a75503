/** Handlers of what is asked for without an API key, where a failure becomes an envelope, or a page for people; and one function for several routes. */
import middy from '@middy/core';
import type { APIGatewayProxyResult, Context } from 'aws-lambda';
import { routeNotFound } from '#lib/domain/errors.ts';
import type { Log } from '#lib/log.ts';
import { htmlErrors } from './html-page.ts';
import { keepsLanguage } from './page-reader.ts';
import { type HttpEvent, methodOf, requestIdOf } from './request.ts';
import { errorEnvelope, refuse } from './responses.ts';

type Answer = (event: HttpEvent) => Promise<APIGatewayProxyResult>;

type Handler = (event: HttpEvent, context?: Context) => Promise<APIGatewayProxyResult>;

export const openEndpoint = (log: Log, answer: Answer): Handler =>
  middy<HttpEvent, APIGatewayProxyResult>().use(errorEnvelope(log)).handler(answer) as Handler;

export const pageEndpoint = (log: Log, answer: Answer): Handler =>
  middy<HttpEvent, APIGatewayProxyResult>()
    .use([htmlErrors(log), keepsLanguage])
    .handler(answer) as Handler;

type RouteHandler = (event: HttpEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** By `METHOD path`, as in the table of routes. */
export const byRoute =
  (handlers: Readonly<Record<string, RouteHandler>>): RouteHandler =>
  async (event, context) => {
    const handler = handlers[`${methodOf(event)} ${event.resource}`];
    return handler?.(event, context) ?? refuse(routeNotFound(), { 'x-request-id': requestIdOf(event) });
  };
