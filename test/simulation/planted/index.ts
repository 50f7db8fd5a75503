/** All planted bugs: the simulator is only worth something as long as it finds each of them. */
import { CHASES } from './chases.ts';
import { CREATES } from './creates.ts';
import { LISTS } from './lists.ts';
import { MESSAGES } from './messages.ts';
import { PAYMENTS } from './payments.ts';
import type { Planted } from './planted.ts';
import { WAKES } from './wakes.ts';

export type { Planted } from './planted.ts';

export const PLANTED: readonly Planted[] = [...CREATES, ...LISTS, ...CHASES, ...WAKES, ...MESSAGES, ...PAYMENTS];
