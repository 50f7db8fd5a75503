/** What a check of a stage is: it looks, changes nothing, and says what is not in order and what to do. */
import type { Settings } from '#infra/cdk/settings.ts';

export type Stage = {
  name: string;
  settings: Settings;
  /** The outputs of its stacks, by name. */
  outputs: Readonly<Record<string, string>>;
};

/** Nothing is wrong if the list is empty. Each fault is a sentence, and says in another what to do. */
export type Check = { name: string; look: (stage: Stage) => Promise<string[]> };

/** `fault` if it is so. */
export const when = (isSo: boolean | undefined, fault: string): string[] => (isSo ? [fault] : []);
