/** Where a browser is on this machine: the one in CHROMIUM_PATH, else one of the usual places; undefined where there is none. */
import { existsSync } from 'node:fs';

const USUAL_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

export const browserPath = (): string | undefined =>
  process.env['CHROMIUM_PATH'] ?? USUAL_PATHS.find((path) => existsSync(path));
