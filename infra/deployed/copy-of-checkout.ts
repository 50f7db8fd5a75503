/** A copy of this checkout that a run may change: its faults, or the settings of its stages. */
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from './command.ts';
import { ROOT } from './emulated-stage.ts';

const GIT_TIMEOUT_MS = 60_000;

/** With its packages; what git ignores stays out. */
export async function copyOfCheckout(folder: string): Promise<string> {
  const files = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    timeoutMs: GIT_TIMEOUT_MS,
  });
  for (const file of files.split('\n').filter(Boolean)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
