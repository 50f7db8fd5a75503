/** In some worlds browsers open the console: its page and its files come whole, with all that keeps them safe, and nothing else comes. */
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { ConsoleAssets } from '#lib/web/console/assets.ts';
import { randomFrom } from '#test/simulation/kernel/random.ts';
import { anApiEvent } from '#test/support/api-event.ts';
import { judgeSame } from './own-business.ts';
import type { World } from './world.ts';

export const CONSOLE_SHOWN = { name: 'console-shown', share: 0.1 };

const HOUR = 60 * 60_000;
const VISITS = 6;

/** In place of what the build makes. */
export const CONSOLE: ConsoleAssets = {
  page: '<!doctype html><html lang="en"><title>Console</title></html>',
  files: {
    'app-1.js': { type: 'text/javascript; charset=utf-8', body: 'run();' },
    'style-2.css': { type: 'text/css; charset=utf-8', body: 'p{}' },
  },
};

/** Nothing from elsewhere, no script and no style in the page, in no frame, unknown to search engines. */
const SAFE = {
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-robots-tag': 'noindex',
};
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
const ONCE = 'no-store';
const FOR_GOOD = 'public, max-age=31536000, immutable';

type Right = { status: number; headers: Record<string, string>; body: string };

const fileNamed = (name: string): Right | undefined => {
  const file = Object.entries(CONSOLE.files).find(([known]) => known === name)?.[1];
  if (file === undefined) return undefined;
  return {
    status: 200,
    headers: { ...SAFE, 'content-type': file.type, 'cache-control': FOR_GOOD },
    body: file.body,
  };
};

const PAGE: Right = {
  status: 200,
  headers: {
    ...SAFE,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
    'cache-control': ONCE,
  },
  body: CONSOLE.page,
};

/** The page's addresses are relative. */
const TO_PAGE: Right = { status: 303, headers: { ...SAFE, location: '../console', 'cache-control': ONCE }, body: '' };

const FILES = ['app-1.js', 'style-2.css', 'app-2.js', 'toString', '__proto__', ''];

export function planConsole(world: World, without: ReadonlySet<string>): void {
  const random = randomFrom(world.seed, CONSOLE_SHOWN.name);
  if (without.has(CONSOLE_SHOWN.name) || !random.bool(CONSOLE_SHOWN.share)) return;
  for (let visit = 0; visit < VISITS; visit += 1) {
    const path = random.pick(['/console', '/console/', ...FILES.map((file) => `/console/${file}`)]);
    world.kernel.after(random.between(0, 24 * HOUR), () => open(world, path));
  }
}

function open(world: World, path: string): void {
  const name = path.replace(/^\/console\/?/, '');
  const event = { ...anApiEvent({ resource: path }), pathParameters: name === '' ? null : { file: name } };
  const right = name === '' ? (path.endsWith('/') ? TO_PAGE : PAGE) : fileNamed(name);
  world.lambda.invoke('console-page', event, (ending) => {
    if (ending.kind === 'threw') world.violate(9, `${path} threw ${String(ending.error)}`);
    if (ending.kind !== 'returned') return;
    const { statusCode: status, headers, body } = ending.value as APIGatewayProxyResult;
    world.note('console shown');
    if (right === undefined) return judgeSame(world, path, [status, JSON.parse(body).code], [404, 'route_not_found']);
    const id = { 'x-request-id': event.requestContext.requestId };
    judgeSame(world, path, { status, headers, body }, { ...right, headers: { ...right.headers, ...id } });
  });
}
