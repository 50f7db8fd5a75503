/** A project in a folder of its own with the real setup scripts and an npm that only writes down how it was called. */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SETUP = dirname(fileURLToPath(import.meta.resolve('#infra/setup/ensure-installed.mjs')));
const NODE_FOLDER = 'infra/setup/node';

export type Packages = Record<string, { version: string; optional?: true; dev?: true; bin?: Record<string, string> }>;

export const TO_RUN: Packages = {
  'node_modules/a': { version: '1.0.0' },
  'node_modules/a/node_modules/b': { version: '2.0.0' },
};
export const ALL: Packages = { ...TO_RUN, 'node_modules/tool': { version: '4.0.0', dev: true, bin: { tool: 'tool' } } };
const OWN_NODE: Packages = {
  'node_modules/node-here': { version: '24.21.0', optional: true, bin: { node: 'bin/node' } },
};
const LOCKED: Packages = { ...ALL, 'node_modules/for-another-platform': { version: '3.0.0', optional: true } };

/** Writes down its arguments, then installs what STUB_INSTALLS holds for its folder, and ends as STUB_END says. */
const NPM = `
const { appendFileSync, chmodSync, cpSync, existsSync } = require('node:fs');
const { basename, join } = require('node:path');
const folder = basename(process.cwd()) === 'node' ? 'node' : 'root';
appendFileSync(join(__dirname, 'calls.txt'), JSON.stringify({ folder, options: process.argv.slice(2).join(' '), node: process.argv0 }) + '\\n');
const installs = join(__dirname, 'installs', folder);
if (existsSync(installs)) cpSync(installs, 'node_modules', { recursive: true, verbatimSymlinks: true });
const end = process.env.STUB_END ?? '0';
if (end === 'killed') process.kill(process.pid, 'SIGKILL');
process.exit(Number(end));
`;

export type Call = { folder: 'root' | 'node'; options: string; node: string };
type Options = { preload?: string; npmEnds?: string; env?: NodeJS.ProcessEnv };

export class StubProject {
  readonly root = mkdtempSync(join(tmpdir(), 'ensure-installed-'));

  constructor() {
    cpSync(SETUP, join(this.root, 'infra/setup'), {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    });
    this.write('package.json', {
      dependencies: { a: '^1.0.0' },
      devDependencies: { tool: '^4.0.0' },
      optionalDependencies: { 'for-another-platform': '3' },
    });
    this.write('package-lock.json', { packages: { '': {}, ...LOCKED } });
    this.write(`${NODE_FOLDER}/package-lock.json`, { packages: { '': {}, ...OWN_NODE } });
    writeFileSync(join(this.root, 'npm-cli.js'), NPM);
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  path(...parts: string[]): string {
    return join(this.root, ...parts);
  }

  write(path: string, content: unknown): void {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), JSON.stringify(content));
  }

  /** Puts packages where npm would; into `installs/root` or `installs/node` they come only when npm runs. */
  install(packages: Packages, into = 'node_modules'): void {
    this.write(`${into}/.package-lock.json`, { packages });
    for (const [path, { bin = {} }] of Object.entries(packages)) {
      const folder = path.replace('node_modules', into);
      this.write(`${folder}/package.json`, {});
      for (const [name, file] of Object.entries(bin)) {
        mkdirSync(dirname(this.path(folder, file)), { recursive: true });
        if (name === 'node') symlinkSync(process.execPath, this.path(folder, file));
        else this.writeTool(folder, file, into);
      }
    }
  }

  private writeTool(folder: string, file: string, into: string): void {
    writeFileSync(this.path(folder, file), '#!/bin/sh\necho "the tool got $*"\nexit 3\n', { mode: 0o755 });
    mkdirSync(this.path(into, '.bin'), { recursive: true });
    rmSync(this.path(into, '.bin', file), { force: true });
    symlinkSync(join('..', folder.replace(`${into}/`, ''), file), this.path(into, '.bin', file));
  }

  ownNode(into = `${NODE_FOLDER}/node_modules`): void {
    this.install(OWN_NODE, into);
  }

  exists(path: string): boolean {
    return existsSync(this.path(path));
  }

  realPath(path: string): string {
    return realpathSync(this.path(path));
  }

  /** Runs a setup script as npm would, or a program of the project. */
  run(script: string, { preload, npmEnds = '0', env }: Options = {}): SpawnSyncReturns<string> & { calls: Call[] } {
    const calls = this.path('calls.txt');
    rmSync(calls, { force: true });
    const [file = '', ...rest] = script.split(' ');
    const program = [...(preload ? ['--import', `data:text/javascript,${preload}`] : []), this.path(file), ...rest];
    const result = spawnSync(process.execPath, program, {
      cwd: this.root,
      encoding: 'utf8',
      env: {
        ...process.env,
        npm_execpath: this.path('npm-cli.js'),
        npm_node_execpath: process.execPath,
        STUB_END: npmEnds,
        ...env,
      },
    });
    const lines = existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [];
    return { ...result, calls: lines.map((line) => JSON.parse(line) as Call) };
  }
}
