/** The two stages that the test deploys side by side, and where each of them answers. */

export const STAGES = ['one', 'two'] as const;
export type EmulatedStage = (typeof STAGES)[number];

/** The name of a stage's stack. */
export const stackOf = (stage: EmulatedStage, part: string): string => `collections-${stage}-${part}`;

/** In the emulator, a tag sets the id of an API. */
export const apiIdOf = (stage: EmulatedStage): string => `collections-${stage}`;

export const baseUrlOf = (emulator: string, stage: EmulatedStage): string =>
  `${emulator}/restapis/${apiIdOf(stage)}/live/_user_request_`;
