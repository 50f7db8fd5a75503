/**
 * Every stage of the service: `-c stage=prod` deploys one, and nothing else is taken from the command line. Values that do
 * not belong into a public repository are in `infra/cdk/stages.private.json`, which git ignores, under the same names.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings, type Settings, type SettingsInput } from './settings.ts';

export const STAGES: Record<string, SettingsInput> = {
  /** What customers and merchants use. */
  prod: { maxConcurrentRuns: 50, canary: true, firewall: true },
  /** What a release is tried on first. */
  staging: {},
  /** For an afternoon: everything in it is deleted with it. */
  trial: { keepData: false },
};

const PRIVATE_FILE = join(import.meta.dirname, 'stages.private.json');

/** @throws {Error} that names the known stages. */
export function chooseStage(name: unknown, stages = STAGES, own: unknown = privateValues()): Settings {
  const known = Object.keys(stages).join(', ');
  if (name === undefined || name === '')
    throw new Error(`Which stage? Give -c stage=<name>; infra/cdk/stages.ts has ${known}.`);
  if (typeof name !== 'string' || !Object.hasOwn(stages, name))
    throw new Error(`There is no stage "${name}"; infra/cdk/stages.ts has ${known}.`);
  refuseUnknown(own, stages);
  return readSettings(name, merge(stages[name], isObject(own) ? own[name] : undefined));
}

/** A private value under a misspelt name would be left out in silence. */
function refuseUnknown(own: unknown, stages: object): void {
  const unknown = isObject(own) ? Object.keys(own).find((name) => !Object.hasOwn(stages, name)) : undefined;
  if (unknown)
    throw new Error(
      `infra/cdk/stages.private.json has values of "${unknown}", which is no stage of infra/cdk/stages.ts.`,
    );
}

function privateValues(): unknown {
  if (!existsSync(PRIVATE_FILE)) return {};
  try {
    return JSON.parse(readFileSync(PRIVATE_FILE, 'utf8'));
  } catch (error) {
    throw new Error(`${PRIVATE_FILE} is not JSON: ${(error as Error).message}`);
  }
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is private wins, value by value. */
function merge(open: unknown, own: unknown): unknown {
  if (!isObject(open) || !isObject(own)) return own ?? open;
  const names = Object.keys({ ...open, ...own });
  return Object.fromEntries(names.map((name) => [name, merge(open[name], own[name])]));
}
