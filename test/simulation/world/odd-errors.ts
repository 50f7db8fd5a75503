/** In some worlds channels refuse, throttle and break with every error that they have: drawn apart from all else. */
import type { Channel } from '#lib/domain/channels/channels.ts';
import { randomFrom } from '#test/simulation/kernel/random.ts';
import { type ErrorKind, errorsOf } from '#test/simulation/model/channel-errors.ts';
import type { World } from './world.ts';

const NOTE = 'channel answered with an odd error';
export const hasOddErrors = ({ notes }: World): boolean => notes.has(NOTE);

export const ODD_ERRORS = { name: 'odd-errors', share: 0.35 };

/** Of the messages there, beside those that the faults of a world hit. */
const MORE = 0.3;
const KINDS: readonly ErrorKind[] = ['throttled', 'refused', 'broken', 'unreachable'];

/** An error that was given, and the reason that it is shown as. */
export type OddErrors = {
  /** In place of the usual error. */
  of: (channel: Channel, kind: ErrorKind, usual: () => Error) => Error;
  /** One more that the channel answers now. */
  more: (channel: Channel) => Error | undefined;
  kindOf: (error: unknown) => { kind: ErrorKind; reason: string } | undefined;
};

export function createOddErrors(world: World, without: ReadonlySet<string>): OddErrors {
  const random = randomFrom(world.seed, ODD_ERRORS.name);
  const isOn = !without.has(ODD_ERRORS.name) && random.bool(ODD_ERRORS.share);
  const given = new WeakMap<Error, { kind: ErrorKind; reason: string }>();
  function give(channel: Channel, kind: ErrorKind): Error {
    const { fields, reason } = random.pick(errorsOf(channel, kind));
    const error = Object.assign(new Error('refused by the channel'), fields);
    given.set(error, { kind, reason });
    return error;
  }
  return {
    of: (channel, kind, usual) => (isOn ? give(channel, kind) : usual()),
    more(channel) {
      const mayFail = isOn && !world.isCalm && world.kernel.now() < world.healedAt;
      if (!mayFail || !random.bool(MORE)) return undefined;
      world.note(NOTE);
      return give(channel, random.pick(KINDS));
    },
    kindOf: (error) => (error instanceof Error ? given.get(error) : undefined),
  };
}
