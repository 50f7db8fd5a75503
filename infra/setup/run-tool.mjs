#!/usr/bin/env node
/** Stands where a development tool will be: installs the tool, then runs it. */
import { spawnSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { Failure, runCommand } from './failure.mjs';
import { ensureInstalled } from './install.mjs';
import { inRoot } from './project.mjs';

runCommand(() => {
  const [, launcher, ...toolArguments] = process.argv;
  const tool = inRoot('node_modules', '.bin', basename(launcher));
  const before = readlinkSync(tool);
  ensureInstalled({ dev: true });
  if (readlinkSync(tool) === before) throw new Failure(`${basename(tool)} could not be installed: run npm ci`);
  const { status } = spawnSync(tool, toolArguments, { stdio: 'inherit' });
  process.exitCode = status ?? 1;
});
