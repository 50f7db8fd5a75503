/** Lets the local run serve the merchant console from its source: it is built when it is first opened. */
import { buildConsole } from '#infra/bundling/console-assets.ts';
import { type ConsoleAssets, consoleAssets } from '#lib/web/console/assets.ts';

export function serveConsole(): void {
  let built: Promise<ConsoleAssets> | undefined;
  consoleAssets.get = () => {
    built ??= import('esbuild').then(({ buildSync }) => buildConsole(buildSync));
    return built;
  };
}
