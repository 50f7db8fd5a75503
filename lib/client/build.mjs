/** Builds `dist/`: the client with its types, and the MCP server with all that it needs. `npm pack` runs it. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const HERE = import.meta.dirname;
const DIST = join(HERE, 'dist');

rmSync(DIST, { recursive: true, force: true });
const common = { bundle: true, platform: 'node', format: 'esm', target: 'node20', outdir: DIST, absWorkingDir: HERE };
buildSync({ ...common, entryPoints: ['client.ts'], platform: 'neutral', external: ['standardwebhooks'] });
const { metafile } = buildSync({
  ...common,
  entryPoints: ['mcp.ts'],
  metafile: true,
  external: ['standardwebhooks'],
  banner: { js: "import { createRequire as _require } from 'node:module'; const require = _require(import.meta.url);" },
});
execFileSync(process.execPath, [join(HERE, '../../node_modules/typescript/bin/tsc'), '-p', HERE], { stdio: 'inherit' });
for (const name of readdirSync(DIST).filter((file) => file.endsWith('.d.ts'))) {
  const file = join(DIST, name);
  writeFileSync(file, readFileSync(file, 'utf8').replace(/(from '\.\/\w+)\.ts'/g, "$1.js'"));
}

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
