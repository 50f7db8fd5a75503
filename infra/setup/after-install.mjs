/** After an install by hand: provides a Node where the machine's is too old, for `npx`, which runs no script of ours first. */
import { runCommand } from './failure.mjs';
import { oneAtATime } from './one-at-a-time.mjs';
import { linkNode, nodeIsReady, provideNode } from './own-node.mjs';
import { INSTALLING } from './run-npm.mjs';

runCommand(() => {
  if (process.env[INSTALLING] || nodeIsReady()) return;
  oneAtATime(() => {
    provideNode();
    linkNode();
  });
});
