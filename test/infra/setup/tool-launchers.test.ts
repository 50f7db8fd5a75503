/** What `npx <tool>` finds in a folder in which only `npm start` ran: a launcher that installs the tool first. */
import { readlinkSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ALL, StubProject, TO_RUN } from './stub-project.ts';

const LAUNCHER = 'node_modules/.bin/tool';

let project: StubProject;

beforeEach(() => {
  project = new StubProject();
  project.install(TO_RUN, 'installs/root');
  project.run('infra/setup/ensure-installed.mjs --to-run');
});
afterEach(() => project.remove());

it('a launcher installs everything, then runs the tool with its arguments and ends as it does', () => {
  project.install(ALL, 'installs/root');
  const { calls, stdout, status } = project.run(`${LAUNCHER} run --twice`);
  expect(calls.map(({ options }) => options.split(' ')[0])).toEqual(['install']);
  expect(stdout).toContain('the tool got run --twice\n');
  expect(status).toBe(3);
});

it('a launcher is still there after a failed install, and says why it could not run the tool', () => {
  const { stderr, status } = project.run(LAUNCHER, { npmEnds: '7' });
  expect({ stderr, status }).toEqual({
    stderr: 'npm install failed (exit code 7): nothing can run until it succeeds\n',
    status: 1,
  });
  expect(project.exists(LAUNCHER)).toBe(true);
});

it('a launcher says what to do when an install brought no such tool', () => {
  const { stderr, status } = project.run(LAUNCHER);
  expect({ stderr, status }).toEqual({ stderr: 'tool could not be installed: run npm ci\n', status: 1 });
});

it('a full install leaves no launcher', () => {
  project.install(ALL, 'installs/root');
  project.run('infra/setup/ensure-installed.mjs');
  expect(readlinkSync(project.path(LAUNCHER))).toBe('../tool/tool');
});
