/** Starts a headless browser: the one in CHROMIUM_PATH, else one on this machine, else the one in node_modules. */
import bundled from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { browserPath } from '#test/support/browser-path.ts';

const MISSING = 'The browser tests need Chromium or Google Chrome: install one, or name its program in CHROMIUM_PATH.';

async function launch(): Promise<Browser> {
  const executablePath = browserPath();
  if (executablePath !== undefined) return chromium.launch({ executablePath });
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error(MISSING);
  // We do not use the flags that it recommends: they are for Lambda, and they weaken the browser's security rules.
  return chromium.launch({ executablePath: await bundled.executablePath() });
}

/** Starts one browser for all tests of a file; `current` is set before they run. */
export function useBrowser(): { current: Browser } {
  const held = {} as { current: Browser };
  beforeAll(async () => {
    held.current = await launch();
  });
  afterAll(async () => held.current?.close());
  return held;
}
