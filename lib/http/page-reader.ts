/** In which language somebody reads a page: as a link on a page has set it, which a cookie keeps for the next ones, else as the browser asks. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { isLanguage, type Language, type PageReader } from '#lib/words/languages.ts';
import { type HttpEvent, header } from './request.ts';

/** Of the query and of the cookie. */
const NAME = 'lang';
const YEAR_SECONDS = 31_536_000;

export const pageReader = (event: HttpEvent): PageReader => ({
  chosen: askedIn(event) ?? keptIn(event),
  accepted: header(event, 'accept-language'),
});

function askedIn({ queryStringParameters }: HttpEvent): Language | undefined {
  const asked = queryStringParameters?.[NAME];
  return isLanguage(asked) ? asked : undefined;
}

function keptIn(event: HttpEvent): Language | undefined {
  const [, kept] = /(?:^|;\s*)lang=([a-z]+)/.exec(header(event, 'cookie') ?? '') ?? [];
  return isLanguage(kept) ? kept : undefined;
}

/** No more than the language, and only for who has chosen one. The local run has no TLS. */
function cookieFor(event: HttpEvent, language: Language): string {
  const secure = header(event, 'x-forwarded-proto') === 'https' ? ['Secure'] : [];
  return [`${NAME}=${language}`, 'Path=/', `Max-Age=${YEAR_SECONDS}`, 'HttpOnly', 'SameSite=Lax', ...secure].join('; ');
}

export const keepsLanguage: MiddlewareObj<HttpEvent, APIGatewayProxyResult> = {
  after: ({ event, response }) => {
    const asked = askedIn(event);
    if (asked && response) response.headers = { ...response.headers, 'set-cookie': cookieFor(event, asked) };
  },
};
