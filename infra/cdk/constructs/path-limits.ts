/** How often the gateway takes requests without a key: fewer than with one. */
import type { StageOptions } from 'aws-cdk-lib/aws-apigateway';
import type { Settings } from '#infra/cdk/settings.ts';
import { CONSOLE_ROUTES, OUTER_ROUTES, ROUTES } from '#lib/contract/routes.ts';

/**
 * What share of the stage's rate each path without a key may take, by the beginning of the path: strangers can ask for these, and
 * must not take the turn of merchants and providers. The gateway counts each path and method by itself.
 */
const SHARES: Record<string, number> = {
  '/pay': 0.5,
  '/me/': 0.2,
  '/webhooks': 0.5,
  '/console': 0.2,
  '/u/': 0.2,
  '/notify': 0.1,
};
const OTHERS = 0.1;

const shareOf = (path: string): number | undefined =>
  path.startsWith('/public/')
    ? undefined
    : (Object.entries(SHARES).find(([start]) => path.startsWith(start))?.[1] ?? OTHERS);

/** `ANY` of the proxy and of the root is what no route is for. */
export function throttledPaths({
  ratePerSecond,
  burst,
}: Settings['throttle']): NonNullable<StageOptions['methodOptions']> {
  const routes = [...ROUTES, ...OUTER_ROUTES, ...CONSOLE_ROUTES].map(({ path, method }) => ({
    path,
    method: `${method}`,
  }));
  const unknown = [{ path: '/{proxy+}', method: 'ANY' }];
  return Object.fromEntries(
    [...routes, ...unknown].flatMap(({ path, method }) => {
      const share = shareOf(path);
      if (share === undefined) return [];
      const limits = {
        throttlingRateLimit: Math.max(1, ratePerSecond * share),
        throttlingBurstLimit: Math.max(1, Math.round(burst * share)),
      };
      return [[`${path}/${method}`, limits]];
    }),
  );
}
