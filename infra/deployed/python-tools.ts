/** Installs the Python programs of the deployment test, each in an environment of its own under `.local/`. */
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './command.ts';

const INSTALL_TIMEOUT_MS = 300_000;

/** The command of a Python 3.11 or newer on this machine; undefined when there is none. */
export async function findPython(): Promise<string | undefined> {
  for (const name of ['python3', 'python', 'python3.13', 'python3.12', 'python3.11']) {
    const version = await run(name, ['-c', 'import sys; print(*sys.version_info[:2])'], { timeoutMs: 30_000 })
      .then((printed) => printed.trim().split(' ').map(Number))
      .catch(() => [0, 0]);
    const [major = 0, minor = 0] = version;
    if (major === 3 && minor >= 11) return name;
  }
  return undefined;
}

/** Installs exactly this version, once; returns the path of its program. */
export async function installTool(python: string, name: string, version: string): Promise<string> {
  const home = join(import.meta.dirname, '..', '..', '.local', 'deployed', `${name}-${version}`);
  const ready = join(home, 'ready');
  const program = join(home, 'bin', name);
  if (existsSync(ready)) return program;
  process.stdout.write(`installing ${name} ${version}\n`);
  await rm(home, { recursive: true, force: true });
  await run(python, ['-m', 'venv', home], { timeoutMs: INSTALL_TIMEOUT_MS });
  await run(join(home, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', `${name}==${version}`], {
    timeoutMs: INSTALL_TIMEOUT_MS,
  });
  await writeFile(ready, '');
  return program;
}
