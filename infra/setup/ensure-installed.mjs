/**
 * Installs what package-lock.json names when it is missing or stale, before npm runs anything else.
 * Plain JavaScript for Node 20: it runs when nothing is installed yet.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NEEDED_NODE = 24;
const WAIT_LIMIT_MS = 10 * 60_000;
const POLL_MS = 500;

const root = process.cwd();
const inRoot = (...parts) => join(root, ...parts);
const readJson = (...parts) => JSON.parse(readFileSync(inRoot(...parts), 'utf8'));

const main = () => {
  if (staleness() !== undefined) installAlone();
  if (!existsSync(inRoot('node_modules', '.bin', 'node')) && majorOf(process.version) < NEEDED_NODE) explainNode();
};

/** Why an install is needed, in one phrase; undefined when it is not. */
const staleness = () => {
  if (!existsSync(inRoot('node_modules', '.package-lock.json'))) return 'nothing is installed yet';
  const locked = readJson('package-lock.json').packages;
  const installed = readJson('node_modules', '.package-lock.json').packages;
  const manifest = readJson('package.json');
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }))
    if (!locked[`node_modules/${name}`]) return `${name} is in package.json but not in package-lock.json`;
  for (const [path, { version, optional, link }] of Object.entries(locked)) {
    if (path === '' || link) continue;
    const name = path.replace(/^.*node_modules\//, '');
    const found = installed[path];
    // Optional packages are mostly the builds for other platforms, rightly absent.
    if (found === undefined ? !optional : found.version !== version)
      return found === undefined ? `${name} is missing` : `${name} is ${found.version}, not ${version}`;
    if (found !== undefined && !existsSync(inRoot(path))) return `${name} is missing`;
  }
  return undefined;
};

/** One install at a time in this folder: a second process waits, then finds nothing left to do. */
const installAlone = () => {
  const lock = join(tmpdir(), `ensure-installed-${createHash('sha256').update(root).digest('hex').slice(0, 16)}.pid`);
  const limit = Date.now() + WAIT_LIMIT_MS;
  while (!take(lock)) {
    if (Date.now() > limit) fail(`Another install seems to be running; if not, delete ${lock}`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
  }
  try {
    const reason = staleness();
    if (reason !== undefined) install(reason);
  } finally {
    rmSync(lock, { force: true });
  }
};

const take = (lock) => {
  try {
    const file = openSync(lock, 'wx');
    writeFileSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isAlive(lock)) rmSync(lock, { force: true });
    return false;
  }
};

const isAlive = (lock) => {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    // Empty for the instant between creating the file and writing it.
    return pid === 0 || process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
};

const install = (reason) => {
  console.log(`Installing what package-lock.json names: ${reason}`);
  const options = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const { npm_execpath: npm, npm_node_execpath: node = process.execPath } = process.env;
  // The npm that called us, on the Node it runs on: ours lives in the folder that is about to be replaced.
  const { status, error } = npm?.endsWith('npm-cli.js')
    ? spawnSync(node, [npm, ...options], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', options, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0)
    fail(`npm ci failed (${error?.message ?? `exit code ${status}`}): nothing can run until it succeeds`);
};

const explainNode = () =>
  fail(`This needs Node ${NEEDED_NODE}. The project brings its own, but its install script did not run, and yours is ${process.version}.
Run  npm rebuild node --ignore-scripts=false  or put Node ${NEEDED_NODE} on the PATH.`);

const majorOf = (version) => Number(version.slice(1).split('.')[0]);

class Failure extends Error {}

const fail = (message) => {
  throw new Failure(message);
};

try {
  main();
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
