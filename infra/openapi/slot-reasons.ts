/** The codes that say why a slot was skipped, or is no part of a plan, with their meaning. */
import type { CHANNEL_BUSY } from '#lib/domain/attempt.ts';
import type { SkipReason } from '#lib/domain/follow-up/decide.ts';
import type { RemovalReason } from '#lib/domain/follow-up/place-slots.ts';

export const SKIP_REASONS = {
  late: 'Its run came so late that a newer slot was due.',
  quiet_hours: 'Its run came so late that it fell into quiet hours.',
  already_paid: 'The amount had been paid, as the provider said when it was asked.',
  part_paid: 'A part had been paid since the slot before.',
  contact_cap: 'The person had got enough messages, and the next slot or the expiry came before another was allowed.',
  opted_out: 'The person had opted out of every channel.',
  restored: 'The service was restored from a backup, and may have sent it before.',
  channel_busy: 'The channels were throttled until it was too late.',
} as const satisfies Record<SkipReason | 'late' | typeof CHANNEL_BUSY, string>;

export const REMOVAL_REASONS = {
  paused: 'The follow-ups are paused then.',
  merged: 'It would come together with the slot before, or shortly after it.',
  cap_24h: 'There are 12 slots in the 24 hours before.',
  contact_cap: 'It would be more than one person should get.',
  cap_collection: 'There are 60 slots before.',
  quiet_hours_past_expiry: 'Quiet hours last until the expiry.',
  after_expiry: 'It would come after the expiry.',
} as const satisfies Record<RemovalReason, string>;

/** As a list in Markdown. */
export const listed = (meanings: Readonly<Record<string, string>>): string =>
  Object.entries(meanings)
    .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
    .join('\n');
