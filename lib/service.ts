/** What every function has of the world, made once from the environment. Its other parts are made from this by the function that uses them. */
import { type CallerGuard, callerGuard } from '#lib/http/caller-guard.ts';
import { type Clock, clock } from './clock.ts';
import { type Log, log } from './log.ts';
import { type Random, random } from './random.ts';
import { type Environment, type Settings, settingsFrom } from './settings.ts';

export type Service = { clock: Clock; random: Random; log: Log; settings: Settings; callerGuard: CallerGuard };

/** For what needs a few settings only. */
export type NeedsSettings<Name extends keyof Settings> = { settings: Pick<Settings, Name> };

export function serviceFrom(env: Environment): Service {
  const settings = settingsFrom(env);
  return { clock, random, log, settings, callerGuard: callerGuard({ log, settings }) };
}

export const service: Service = serviceFrom(process.env);
