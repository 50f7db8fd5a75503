/** The middleware of what is asked for without an API key: a failure becomes an envelope, or a page for people. */
import middy from '@middy/core';
import type { APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Log } from '#lib/log.ts';
import { errorEnvelope } from './error-envelope.ts';
import { htmlErrors } from './html-page.ts';
import type { HttpEvent } from './request.ts';

type Answer = (event: HttpEvent) => Promise<APIGatewayProxyResult>;

type Handler = (event: HttpEvent, context?: Context) => Promise<APIGatewayProxyResult>;

export const openEndpoint = (log: Log, answer: Answer): Handler =>
  middy<HttpEvent, APIGatewayProxyResult>().use(errorEnvelope(log)).handler(answer) as Handler;

export const pageEndpoint = (log: Log, answer: Answer): Handler =>
  middy<HttpEvent, APIGatewayProxyResult>().use(htmlErrors(log)).handler(answer) as Handler;
