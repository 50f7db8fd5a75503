/** Before the tests that need a browser: unpacks the one of node_modules once, because each test process would write the same file. */
import bundled from '@sparticuz/chromium';
import { browserPath } from './browser-path.ts';

export async function setup(): Promise<void> {
  if (browserPath() === undefined && process.platform === 'linux' && process.arch === 'x64')
    await bundled.executablePath();
}
