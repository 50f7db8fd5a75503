/** A real browser, without a window: one that is named, else one of this machine, else the one that comes with the tests. */
import { existsSync } from 'node:fs';
import bundled from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const MISSING = 'The browser tests need Chromium or Google Chrome: install one, or name its program in CHROMIUM_PATH.';

async function launch(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? USUAL_PLACES.find((ref) => existsSync(ref));
  if (executablePath !== undefined) return chromium.launch({ executablePath });
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error(MISSING);
  // Without the flags it recommends: they are for a Lambda's memory, and loosen what browsers enforce.
  return chromium.launch({ executablePath: await bundled.executablePath() });
}

/** One browser for the tests of a file; `current` is there when they run. */
export function useBrowser(): { current: Browser } {
  const held = {} as { current: Browser };
  beforeAll(async () => {
    held.current = await launch();
  });
  afterAll(async () => held.current?.close());
  return held;
}
