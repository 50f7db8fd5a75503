/** How long the clients of AWS wait for an answer. */
import type { Settings } from './settings.ts';

type Limits = { connectionTimeout: number; requestTimeout: number };

/** A machine that is only busy answers earlier. */
const PATIENCE_MS = 120_000;

const PATIENT = {
  connectionTimeout: PATIENCE_MS,
  requestTimeout: PATIENCE_MS,
  socketAcquisitionWarningTimeout: PATIENCE_MS,
};

/**
 * The SDK counts from the call: also while a request waits for a free socket, and while this process is too busy to read the
 * answer. A Lambda has one invocation at a time, so there the limits measure AWS. The process of a local run has them
 * all, and on a busy machine such limits would refuse what is only late.
 */
export const requestHandler = ({ version }: Pick<Settings, 'version'>, limits: Limits) => ({
  ...(version === undefined ? PATIENT : limits),
  throwOnRequestTimeout: true,
});
