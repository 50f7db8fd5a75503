/** In some worlds channels refuse, throttle and break with every error that they have: drawn apart from all else. */
import type { Channel } from '#lib/domain/follow-up/follow-up.ts';
import { randomFrom } from '#test/simulation/kernel/random.ts';
import { type ErrorKind, errorsOf } from '#test/simulation/model/channel-errors.ts';

export const ODD_ERRORS = { name: 'odd-errors', share: 0.35 };

/** An error that was given, and the reason that it is shown as. */
export type OddErrors = {
  /** In place of the usual error. */
  of: (channel: Channel, kind: ErrorKind, usual: () => Error) => Error;
  kindOf: (error: unknown) => { kind: ErrorKind; reason: string } | undefined;
};

export function createOddErrors(seed: number, without: ReadonlySet<string>): OddErrors {
  const random = randomFrom(seed, ODD_ERRORS.name);
  const isOn = !without.has(ODD_ERRORS.name) && random.bool(ODD_ERRORS.share);
  const given = new WeakMap<Error, { kind: ErrorKind; reason: string }>();
  return {
    of(channel, kind, usual) {
      if (!isOn) return usual();
      const { fields, reason } = random.pick(errorsOf(channel, kind));
      const error = Object.assign(new Error('refused by the channel'), fields);
      given.set(error, { kind, reason });
      return error;
    },
    kindOf: (error) => (error instanceof Error ? given.get(error) : undefined),
  };
}
