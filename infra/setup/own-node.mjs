/** A Node of the project's own, for a machine whose Node is too old: a nested package with a lock file holds it. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Failure } from './failure.mjs';
import { inRoot, readJson } from './project.mjs';
import { runNpm } from './run-npm.mjs';
import { whyInstall } from './why-install.mjs';

const NEEDED_MAJOR = 24;
const FOLDER = inRoot('infra', 'setup', 'node');
const IS_WINDOWS = process.platform === 'win32';

/** First on the PATH of every npm script and of npx. */
const LINK = inRoot('node_modules', '.bin', IS_WINDOWS ? 'node.cmd' : 'node');

const isTooOld = () => Number(process.version.slice(1).split('.')[0]) < NEEDED_MAJOR;

const needsOwnNode = () => isTooOld() || dirname(process.execPath).startsWith(FOLDER);

export const nodeIsReady = () => !needsOwnNode() || (installedNode() !== undefined && existsSync(LINK));

/** The program to run npm on: ours, installed first if need be, or undefined where the machine's will do. */
export const provideNode = () => (needsOwnNode() ? (installedNode() ?? installNode()) : undefined);

/** Makes the scripts run on our Node. npm takes the link away with everything else when it installs afresh. */
export const linkNode = () => {
  const node = needsOwnNode() ? installedNode() : undefined;
  if (node === undefined) return;
  mkdirSync(dirname(LINK), { recursive: true });
  rmSync(LINK, { force: true });
  const target = relative(dirname(LINK), node);
  if (IS_WINDOWS) writeFileSync(LINK, `@"%~dp0${target}" %*\r\n`);
  else symlinkSync(target, LINK);
};

const installNode = () => {
  const reason = isTooOld()
    ? `this needs Node ${NEEDED_MAJOR}, and yours is ${process.version}`
    : 'its version changed';
  console.log(`Installing a Node for this folder only: ${reason}`);
  runNpm(['ci', '--include=optional'], { folder: FOLDER, stdout: 'ignore' });
  const node = installedNode();
  if (node === undefined || spawnSync(node, ['--version']).status !== 0) {
    rmSync(join(FOLDER, 'node_modules'), { recursive: true, force: true });
    throw new Failure(`This needs Node ${NEEDED_MAJOR}, yours is ${process.version}, and none that runs on this machine could be installed.
Put Node ${NEEDED_MAJOR} or newer on the PATH.`);
  }
  // Headers for native add-ons, a third of its size: nothing here compiles any.
  rmSync(join(dirname(node), '..', 'include'), { recursive: true, force: true });
  return node;
};

const installedNode = () => {
  if (whyInstall({ folder: FOLDER, dev: false }) !== undefined) return undefined;
  return Object.entries(readJson(FOLDER, 'package-lock.json').packages)
    .map(([path, { bin }]) => join(FOLDER, path, bin?.node ?? 'none'))
    .find((node) => existsSync(node));
};
