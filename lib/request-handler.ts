/** How long the clients of AWS wait for an answer. */
import type { Settings } from './settings.ts';

type Limits = { connectionTimeout: number; requestTimeout: number };

/** Longer than anything waits, so that the SDK writes no warning about it. */
const NO_WARNING_MS = 600_000;

/**
 * The SDK counts from the call: also while a request waits for a free socket, and while this process is too busy to read the
 * answer. A Lambda has one invocation at a time, so there the limits measure AWS. The process of a local run has them
 * all, and on a busy machine the limits would refuse what is only late.
 */
export const requestHandler = ({ version }: Pick<Settings, 'version'>, limits: Limits) =>
  version === undefined
    ? { socketAcquisitionWarningTimeout: NO_WARNING_MS }
    : { ...limits, throwOnRequestTimeout: true };
