/** In some worlds with receivers one of each merchant takes no webhook for hours or days: it is warned about, paused, probed, disabled and repaired. */
import { randomFrom } from '#test/simulation/kernel/random.ts';
import type { World } from './world.ts';

export const DOWN_FOR_DAYS = { name: 'down-for-days', share: 0.4 };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Beyond each warning, and beyond the five days after which it is disabled. */
const HOURS = [2, 30, 100, 124, 130];
const TAKES_PINGS = 0.3;
/** It is the first of each merchant. */
const FIRST = /\/0$/;

/** An email to the people behind an endpoint, as it was offered to the channel. */
export type Notice = { to: string; subject: string; text: string; html: string; by: number };

export type DownForDays = {
  isOn: boolean;
  /** When all of them are well again. */
  until: number;
  takes: (url: string, isPing: boolean) => boolean;
  notices: Notice[];
};

export function createDownForDays(world: World, without: ReadonlySet<string>): DownForDays {
  const random = randomFrom(world.seed, DOWN_FOR_DAYS.name);
  const isOn = !without.has(DOWN_FOR_DAYS.name) && random.bool(DOWN_FOR_DAYS.share) && !world.isCalm;
  if (!isOn) return { isOn, until: 0, takes: () => true, notices: [] };
  const from = world.kernel.now() + random.between(0, 5 * HOUR);
  const until = from + random.pick(HOURS) * HOUR + random.between(0, HOUR);
  const takesPings = random.bool(TAKES_PINGS);
  const isDown = () => world.kernel.now() >= from && world.kernel.now() < until;
  return { isOn, until, takes: (url, isPing) => !FIRST.test(url) || !isDown() || (isPing && takesPings), notices: [] };
}

/** Who is told, and how the endpoint is named. */
export const noticedAt = ({ downForDays }: World, mark: string): { notifyEmail?: string; description?: string } =>
  downForDays.isOn
    ? { notifyEmail: `people@${mark}.example`.toLowerCase(), description: `${mark} <till> & "more"` }
    : {};
