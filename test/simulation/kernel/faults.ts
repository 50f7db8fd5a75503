/** The kinds of faults. In each world a kind is on or off, with its own rate. */
import { type Random, randomFrom } from './random.ts';

/** Faults of a remote call: of the request, of the work at the other end, or of the reply. */
export const CALL_FAULTS = [
  'throttle',
  'lost-request',
  'lost-reply',
  'late-request',
  'server-error',
  'slow',
  'crash-before',
  'crash-after',
] as const;

/** Faults of the rest of the world. */
const WORLD_FAULTS = [
  'outage',
  'conflict',
  'cancelled-busy',
  'stale-read',
  'index-lag',
  'unprocessed-keys',
  'kill',
  'skew',
  'stream-delay',
  'stream-repeat',
  'small-batch',
  'schedule-late',
  'schedule-twice',
  'schedule-never',
  'async-late',
  'async-twice',
  'channel-refuses',
  'channel-opted-out',
  'channel-throttles',
  'channel-unreachable',
  'no-message-id',
  'receipt-early',
  'receipt-twice',
  'receipt-late',
  'webhook-late',
  'webhook-lost',
  'webhook-twice',
  'webhook-forged',
  'secrets-fail',
  'cold-start',
  'lost-answer',
  'nemesis',
  'record-lost',
  'webhook-foreign',
  'asked-at-expiry',
  'queue-late',
  'queue-twice',
  'queue-refuses',
  'queue-long',
  'receiver-down',
  'receiver-gone',
  'stream-twice',
] as const;

export type CallFault = (typeof CALL_FAULTS)[number];
export type Fault = CallFault | (typeof WORLD_FAULTS)[number];
export const FAULTS: readonly Fault[] = [...CALL_FAULTS, ...WORLD_FAULTS];

export type Faults = {
  /** Decides whether this fault happens now, and counts it if so. */
  strikes: (fault: Fault) => boolean;
  /** A separate random stream for each fault. */
  random: (fault: Fault) => Random;
  isOn: (fault: Fault) => boolean;
  /** Whether this world has no faults at all. */
  isCalm: boolean;
  /** Stops all faults. */
  heal: () => void;
  counts: Map<Fault, number>;
};

/** The probability that a kind is on in a world, and the range of its rate. */
const ON = 0.6;
const RATE = { min: 0.002, max: 0.12 };
/** The share of worlds without faults, in which everything must be right and prompt. Drawn apart from all kinds. */
const CALM = { name: 'calm', share: 0.06 };
/** Kinds with other rates: at the usual rate they would stop every function, or would rarely occur. */
const RATES: Partial<Record<Fault, { min: number; max: number }>> = {
  outage: { min: 0.0005, max: 0.003 },
  'crash-before': { min: 0.001, max: 0.02 },
  'crash-after': { min: 0.001, max: 0.02 },
  'late-request': { min: 0.002, max: 0.04 },
  'stale-read': { min: 0.2, max: 0.9 },
  'index-lag': { min: 0.2, max: 0.9 },
  'schedule-never': { min: 0.02, max: 0.4 },
  'schedule-twice': { min: 0.02, max: 0.4 },
  'schedule-late': { min: 0.02, max: 0.4 },
  'stream-delay': { min: 0.02, max: 0.3 },
  'channel-opted-out': { min: 0.005, max: 0.03 },
  'receipt-early': { min: 0.05, max: 0.5 },
  nemesis: { min: 0.02, max: 0.05 },
  'record-lost': { min: 0.05, max: 0.9 },
  skew: { min: 1, max: 1 },
  'webhook-lost': { min: 0.05, max: 0.7 },
  'receiver-gone': { min: 0.001, max: 0.01 },
  'asked-at-expiry': { min: 0.1, max: 0.9 },
};

export type Given = { seed: number; without?: ReadonlySet<string> | undefined };

export function createFaults({ seed, without = new Set() }: Given): Faults {
  const swarm = randomFrom(seed, 'swarm');
  const counts = new Map<Fault, number>();
  const isCalm = !without.has(CALM.name) && randomFrom(seed, CALM.name).bool(CALM.share);
  const kinds = new Map(
    FAULTS.map((fault) => {
      const { min, max } = RATES[fault] ?? RATE;
      const [on, rate] = [swarm.bool(ON), min * (max / min) ** swarm.fraction()];
      return [
        fault,
        { rate: on && !isCalm && !without.has(fault) ? rate : 0, random: randomFrom(seed, fault) },
      ] as const;
    }),
  );
  let healed = false;
  const kind = (fault: Fault) => kinds.get(fault) as { rate: number; random: Random };

  return {
    counts,
    isCalm,
    random: (fault) => kind(fault).random,
    isOn: (fault) => kind(fault).rate > 0 && !healed,
    heal: () => {
      healed = true;
    },
    strikes(fault) {
      const { rate, random } = kind(fault);
      if (rate === 0 || healed || !random.bool(rate)) return false;
      counts.set(fault, (counts.get(fault) ?? 0) + 1);
      return true;
    },
  };
}
