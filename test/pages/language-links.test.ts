/** A reader may choose the language of a page, and the pages after it are in that language. */
import type { APIGatewayProxyResult } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { pageEndpoint } from '#lib/http/open-endpoint.ts';
import { pageReader } from '#lib/http/page-reader.ts';
import { paymentPage, unknownPage } from '#lib/pages/payment/payment-page.ts';
import { optOutPage } from '#lib/pages/short-pages.ts';
import { pageLanguage } from '#lib/words/languages.ts';
import { aService } from '#test/support/a-service.ts';
import { anApiEvent } from '#test/support/api-event.ts';
import { aView } from './payment/a-view.ts';

const linksIn = (html: string): string[] =>
  [...html.matchAll(/<a href="\?lang=(\w+)" lang="(\w+)">(.+?)<\/a>/g)].map((found) => found.slice(1).join(' '));

describe('the links to other languages', () => {
  it('a page names each other language by its own name', () => {
    const others = ['fr fr Français', 'pt pt Português', 'sw sw Kiswahili', 'ha ha Hausa'];
    expect(linksIn(paymentPage(aView(), { kind: 'asked' }))).toEqual(others);
    expect(linksIn(optOutPage({ kind: 'ask', merchant: 'Shop' }, 'en'))).toEqual(others);
    expect(linksIn(optOutPage({ kind: 'ask', merchant: 'Shop' }, 'fr'))).toEqual(['en en English', ...others.slice(1)]);
  });

  it('there are none where the page is in all languages, or answers a form', () => {
    expect(linksIn(unknownPage())).toEqual([]);
    expect(linksIn(optOutPage({ kind: 'done', merchant: 'Shop' }, 'en'))).toEqual([]);
  });
});

type Asked = { lang?: string; headers?: Record<string, string> };

/** Answers with the language in which a page for a Senegalese phone is shown. */
async function ask({ lang, headers = {} }: Asked): Promise<APIGatewayProxyResult> {
  const show = pageEndpoint(aService().log, async (event) => ({
    statusCode: 200,
    body: pageLanguage(pageReader(event), 'SN'),
  }));
  const event = anApiEvent({ method: 'GET', resource: '/pay/{token}', headers });
  return show({ ...event, queryStringParameters: lang === undefined ? null : { lang } });
}

describe('a language that a reader chose', () => {
  it('is that of the page, and a cookie keeps it for a year', async () => {
    const { body, headers } = await ask({ lang: 'en', headers: { 'X-Forwarded-Proto': 'https' } });
    expect(body).toBe('en');
    expect(headers?.['set-cookie']).toBe('lang=en; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure');
  });

  it('is that of the pages after it, until another is chosen, and no cookie is set again', async () => {
    const Cookie = '__Host-session=abc; lang=pt';
    const { body, headers } = await ask({ headers: { Cookie } });
    expect([body, headers?.['set-cookie']]).toEqual(['pt', undefined]);
    expect((await ask({ lang: 'sw', headers: { Cookie } })).body).toBe('sw');
  });

  it.each(['de', 'EN', '', 'constructor'])('is none of the pages if it is %j, and no cookie keeps it', async (lang) => {
    const { body, headers } = await ask({ lang, headers: { cookie: `lang=${lang}`, 'accept-language': 'pt-BR' } });
    expect([body, headers?.['set-cookie']]).toEqual(['pt', undefined]);
  });

  it('is read from its cookie alone, wherever the browser puts that, and a query that is more than a language sets none', async () => {
    const more = 'en; Secure\r\nx: y';
    const asked = await ask({ lang: more, headers: { cookie: `lang=${more}`, 'accept-language': 'pt-BR' } });
    expect([asked.body, asked.headers?.['set-cookie']]).toEqual(['en', undefined]);
    const event = anApiEvent({ method: 'GET', resource: '/pay/{token}' });
    const apart = {
      ...event,
      headers: { cookie: '__Host-session=abc' },
      multiValueHeaders: { Cookie: ['lang=sw', '__Host-session=abc'] },
    };
    expect(pageReader(apart).chosen).toBe('sw');
  });
});
