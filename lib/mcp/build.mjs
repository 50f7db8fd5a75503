/** Builds `dist/`: one program with all that it needs, and the licences of what is in it. `npm pack` runs it. */
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const HERE = import.meta.dirname;
const DIST = join(HERE, 'dist');

rmSync(DIST, { recursive: true, force: true });
const { metafile } = buildSync({
  entryPoints: ['main.ts'],
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  outdir: DIST,
  absWorkingDir: HERE,
  metafile: true,
  banner: { js: "import { createRequire as _require } from 'node:module'; const require = _require(import.meta.url);" },
});

// What is bundled keeps its licence, and so does this package.
const packages = new Set(
  Object.keys(metafile.inputs).flatMap((file) => file.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []),
);
const notices = [...packages].toSorted().map((folder) => {
  const path = join(HERE, folder);
  const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  const file = readdirSync(path).find((each) => /^licen[cs]e/i.test(each));
  return [`${name} ${version} (${license})`, file ? readFileSync(join(path, file), 'utf8').trim() : ''].join('\n\n');
});
writeFileSync(join(DIST, 'third-party-licences.txt'), `${notices.join('\n\n---\n\n')}\n`);
copyFileSync(join(HERE, '../../LICENSE'), join(HERE, 'LICENSE'));
