/**
 * Where only what the service needs is installed, `npx cdk` and the like would look for a package of that name elsewhere.
 * So each development tool has a launcher in its place, which completes the installation first: run-tool.mjs.
 */
import { existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inRoot, ROOT, readJson } from './project.mjs';

const BIN = inRoot('node_modules', '.bin');
const TARGET = relative(BIN, inRoot('infra', 'setup', 'run-tool.mjs'));

export const addLaunchers = () => {
  // Windows needs other launchers, and rights to make links.
  if (process.platform === 'win32') return;
  const locked = readJson(ROOT, 'package-lock.json').packages;
  mkdirSync(BIN, { recursive: true });
  for (const name of Object.keys(readJson(ROOT, 'package.json').devDependencies ?? {}))
    for (const tool of Object.keys(locked[`node_modules/${name}`]?.bin ?? {}))
      if (!existsSync(join(BIN, tool))) symlinkSync(TARGET, join(BIN, tool));
};

/** The part of npm that places tools is written to fail where a link to something else is. */
export const removeLaunchers = () => {
  if (!existsSync(BIN)) return;
  for (const entry of readdirSync(BIN, { withFileTypes: true })) if (isLauncher(entry)) rmSync(join(BIN, entry.name));
};

const isLauncher = (entry) => entry.isSymbolicLink() && readlinkSync(join(BIN, entry.name)) === TARGET;
