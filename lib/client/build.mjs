/** Builds `dist/`: the client with its types. `npm pack` runs it. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const HERE = import.meta.dirname;
const DIST = join(HERE, 'dist');

rmSync(DIST, { recursive: true, force: true });
buildSync({
  entryPoints: ['client.ts'],
  bundle: true,
  platform: 'neutral',
  format: 'esm',
  target: 'node20',
  outdir: DIST,
  absWorkingDir: HERE,
  external: ['standardwebhooks'],
});
execFileSync(process.execPath, [join(HERE, '../../node_modules/typescript/bin/tsc'), '-p', HERE], { stdio: 'inherit' });
for (const name of readdirSync(DIST).filter((file) => file.endsWith('.d.ts'))) {
  const file = join(DIST, name);
  writeFileSync(file, readFileSync(file, 'utf8').replace(/(from '\.\/\w+)\.ts'/g, "$1.js'"));
}
copyFileSync(join(HERE, '../../LICENSE'), join(HERE, 'LICENSE'));
