/** Fetches openapi-generator by Maven, once, and runs it. */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '#infra/deployed/command.ts';

const VERSION = '7.25.0';
const JARS = join(import.meta.dirname, '..', '..', '.local', 'clients', `openapi-generator-${VERSION}`);
const API = join(import.meta.dirname, '..', '..', 'docs', 'openapi.json');
const FETCH_LIMIT_MS = 600_000;
const RUN_LIMIT_MS = 120_000;

type Wanted = { name: string; output: string; more?: readonly string[] };
export type Generator = (wanted: Wanted) => Promise<string>;

export const isThere = (program: string, flag: string): Promise<boolean> =>
  run(program, [flag], { timeoutMs: 30_000 }).then(
    () => true,
    () => false,
  );

/** Undefined on a machine without Java or Maven. */
export async function findGenerator(): Promise<Generator | undefined> {
  if (!(await isThere('java', '-version')) || !(await isThere('mvn', '--version'))) return undefined;
  if (!existsSync(JARS)) await fetchJars();
  return generate;
}

async function fetchJars(): Promise<void> {
  const incoming = `${JARS}.incoming`;
  await rm(incoming, { recursive: true, force: true });
  await mkdir(dirname(JARS), { recursive: true });
  const copy = ['dependency:copy-dependencies', `-DoutputDirectory=${incoming}`, '-DincludeScope=runtime'];
  const args = ['-q', '-B', '-f', join(import.meta.dirname, 'tools', 'pom.xml'), ...copy];
  await run('mvn', args, { timeoutMs: FETCH_LIMIT_MS });
  await rename(incoming, JARS);
}

/** All but calls of the webhooks, which a client receives and never makes: those in TypeScript would not compile. */
const PARTS = ['--global-property', 'apis,models,supportingFiles'];

const generate: Generator = ({ name, output, more = [] }) => {
  const program = ['-cp', join(JARS, '*'), 'org.openapitools.codegen.OpenAPIGenerator', 'generate'];
  const args = ['--input-spec', API, '--generator-name', name, '--output', output];
  return run('java', [...program, ...args, ...PARTS, ...more], { timeoutMs: RUN_LIMIT_MS });
};
