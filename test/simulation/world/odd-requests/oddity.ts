/** What an oddity of a request is: the request, and the one right answer. */
import type { Random } from '#test/simulation/kernel/random.ts';
import type { Tenant } from '#test/simulation/world/tenants.ts';
import type { World } from '#test/simulation/world/world.ts';
import type { Call } from '#test/support/api-event.ts';
import type { Route } from './routes.ts';

export type Fault = { path: string; message: string };
/** `errors`: all of them, in this order. */
export type Right = { status: number; code: string; errors?: readonly Fault[] };
/** `bytes` in place of the body. */
export type Odd = { call: Call; right: Right; bytes?: Buffer };

/** A request that is right but for its oddity. */
type Setting = { world: World; by: Tenant; other: Tenant; random: Random; route: Route; usual: Call };

/** Undefined where a route cannot be asked in this way. */
export type Oddity = (setting: Setting) => Odd | undefined;

export const invalid = (...errors: Fault[]): Right => ({ status: 400, code: 'validation_failed', errors });

export const NO_FIELD = 'is not a known field';
