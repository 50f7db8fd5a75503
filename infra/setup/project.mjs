/** Where things are in this project, and reading them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export const inRoot = (...parts) => join(ROOT, ...parts);

export const readJson = (...parts) => JSON.parse(readFileSync(join(...parts), 'utf8'));
