/** Compares what is installed in a folder with the folder's package-lock.json. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, readJson } from './project.mjs';

/** Why an install is needed, in one phrase; undefined when it is not. Without `dev`, packages for development may be missing. */
export const whyInstall = ({ folder = ROOT, dev }) => {
  if (existsSync(unfinishedMark(folder))) return 'an earlier install did not finish';
  const installed = installedPackages(folder);
  if (installed === undefined) return 'nothing is installed yet';
  const locked = readJson(folder, 'package-lock.json').packages;
  const manifest = readJson(folder, 'package.json');
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }))
    if (!locked[`node_modules/${name}`]) return `${name} is in package.json but not in package-lock.json`;
  for (const [path, entry] of Object.entries(locked)) {
    if (path === '' || entry.link || (entry.dev && !dev)) continue;
    const difference = differenceOf(entry, installed[path], existsSync(join(folder, path)));
    if (difference) return `${path.replace(/^.*node_modules\//, '')} is ${difference}`;
  }
  return undefined;
};

const differenceOf = (locked, found, exists) => {
  // Optional packages are mostly the builds for other platforms, rightly absent.
  if (found === undefined) return locked.optional ? undefined : 'missing';
  if (found.version !== locked.version) return `${found.version}, not ${locked.version}`;
  return exists ? undefined : 'missing';
};

/** Whether packages for development are installed, wholly or in part. */
export const hasDevPackages = () =>
  Object.values(installedPackages(ROOT) ?? {}).some(({ dev, devOptional }) => dev || devOptional);

/** What npm wrote down at the end of its last install. */
const installedPackages = (folder) => {
  const file = join(folder, 'node_modules', '.package-lock.json');
  return existsSync(file) ? readJson(file).packages : undefined;
};

/** Where an install that is under way leaves a mark: npm's own record may still be that of the install before. */
export const unfinishedMark = (folder) => join(folder, 'node_modules', '.unfinished-install');
