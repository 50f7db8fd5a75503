/** GET /logo/{file}: a merchant's logo, for pages and emails. Nobody is asked for a key; names cannot be guessed. */
import { routeNotFound } from '#lib/domain/errors.ts';
import { LOGO_TYPES } from '#lib/domain/logo/logo.ts';
import { readLogoFile } from '#lib/domain/logo/logo-file.ts';
import { openEndpoint } from '#lib/http/open-endpoint.ts';
import { requestIdOf } from '#lib/http/request.ts';
import { service } from '#lib/service.ts';
import { getLogoImage } from '#lib/store/account/logo.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';

const needs = { ...service, ...storeOf(table, { getLogoImage }) };

/** An SVG that is opened by itself is a document: it must not do more than as a picture. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

export const showLogo = ({ log, getLogoImage: getImage }: Pick<typeof needs, 'log' | 'getLogoImage'>) =>
  openEndpoint(log, async (event) => {
    const file = event.pathParameters?.['file'] ?? '';
    const named = readLogoFile(file);
    if (named === undefined) throw routeNotFound();
    const image = await getImage(named, file);
    if (image === undefined) throw routeNotFound();
    return {
      statusCode: 200,
      headers: {
        'content-type': LOGO_TYPES[named.type],
        'content-security-policy': POLICY,
        'x-content-type-options': 'nosniff',
        'strict-transport-security': 'max-age=31536000',
        // Mail programs and their proxies show it beside a mail from elsewhere.
        'cross-origin-resource-policy': 'cross-origin',
        'x-robots-tag': 'noindex',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-request-id': requestIdOf(event),
      },
      body: image.toString('base64'),
      isBase64Encoded: true,
    };
  });

export const handler = showLogo(needs);
