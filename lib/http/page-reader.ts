/** In which language somebody reads a page: as a link on a page has set it, which a cookie keeps for the next ones, else as the browser asks. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { isLanguage, type Language, type PageReader } from '#lib/words/languages.ts';
import { cookieIn, type HttpEvent, header } from './request.ts';
import { setCookie } from './responses.ts';

/** Of the query and of the cookie. */
const NAME = 'lang';
const YEAR_SECONDS = 31_536_000;

export const pageReader = (event: HttpEvent): PageReader => ({
  chosen: askedIn(event) ?? known(cookieIn(event, NAME)),
  accepted: header(event, 'accept-language'),
});

const known = (text: string | undefined): Language | undefined => (isLanguage(text) ? text : undefined);

const askedIn = ({ queryStringParameters }: HttpEvent): Language | undefined => known(queryStringParameters?.[NAME]);

/** No more than the language, and only for who has chosen one. The local run has no TLS. */
const cookieFor = (event: HttpEvent, language: Language): Record<string, string> =>
  setCookie(NAME, language, {
    maxAgeSeconds: YEAR_SECONDS,
    sameSite: 'Lax',
    isSecure: header(event, 'x-forwarded-proto') === 'https',
  });

export const keepsLanguage: MiddlewareObj<HttpEvent, APIGatewayProxyResult> = {
  after: ({ event, response }) => {
    const asked = askedIn(event);
    if (asked && response) response.headers = { ...response.headers, ...cookieFor(event, asked) };
  },
};
