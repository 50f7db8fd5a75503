/** Installs what package-lock.json names when it is missing or stale: all of it, or what running the service needs. */
import { oneAtATime } from './one-at-a-time.mjs';
import { linkNode, nodeIsReady, provideNode } from './own-node.mjs';
import { ROOT } from './project.mjs';
import { runNpm } from './run-npm.mjs';
import { addLaunchers, removeLaunchers } from './tool-launchers.mjs';
import { hasDevPackages, whyInstall } from './why-install.mjs';

const ALL = ['ci', '--include=dev', '--include=optional'];
// No script of a package runs: none that the service needs has one (test/infra/setup/lock-file.test.ts).
const TO_RUN = ['ci', '--omit=dev', '--include=optional', '--ignore-scripts'];
// Unlike `ci`, it leaves what is there alone: the service may be running on it.
const ADD_DEV = ['install', '--no-save', '--include=dev', '--include=optional'];

/** Without `dev`, packages for development are neither added nor taken away. */
export const ensureInstalled = ({ dev }) => {
  if (nodeIsReady() && whyInstall({ dev }) === undefined) return;
  oneAtATime(() => {
    const node = provideNode();
    // Another process may have installed it while this one waited.
    const reason = whyInstall({ dev });
    if (reason !== undefined) install({ reason, node, dev: dev || hasDevPackages() });
    linkNode();
  });
};

const install = ({ reason, node, dev }) => {
  const canRun = whyInstall({ dev: false }) === undefined;
  const options = !dev ? TO_RUN : canRun && !hasDevPackages() ? ADD_DEV : ALL;
  console.log(`Installing the packages for ${dev ? 'running and developing' : 'running'} the service: ${reason}`);
  removeLaunchers();
  try {
    runNpm(options, { folder: ROOT, node });
  } finally {
    if (!hasDevPackages()) addLaunchers();
  }
};
