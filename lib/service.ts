/** What every function has of the world, made once from the environment. Its other parts are made from this by the function that uses them. */
import { type Clock, clock } from './clock.ts';
import { type Log, log, logCounted } from './log.ts';
import { type Random, random } from './random.ts';
import { type Environment, type Settings, settingsFrom } from './settings.ts';

export type Service = { clock: Clock; random: Random; log: Log; settings: Settings };

export const serviceFrom = (env: Environment): Service => ({
  clock,
  random,
  log: { write: log, count: logCounted },
  settings: settingsFrom(env),
});

export const service: Service = serviceFrom(process.env);
