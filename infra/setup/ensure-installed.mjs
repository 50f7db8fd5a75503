/**
 * Before an npm script: installs what is missing. With `--to-run` only what running the service needs, else everything.
 * Plain JavaScript for Node 20, like all it imports: it runs when nothing is installed yet.
 */
import { runCommand } from './failure.mjs';
import { ensureInstalled } from './install.mjs';

runCommand(() => ensureInstalled({ dev: !process.argv.includes('--to-run') }));
