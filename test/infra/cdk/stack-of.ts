/** The stacks of the settings in `settings-to-test.ts`, synthesised in one process for all test files. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { joinTemplates } from './join-templates.ts';
import { madeOnce } from './made-once.ts';
import { SETTINGS, type SettingsName } from './settings-to-test.ts';

// The first synthesis of a process takes as long as ten later ones, because it loads the rules that check the templates.
const folder = await madeOnce(SETTINGS, async (to) => {
  const { templatesWith } = await import('./stack-with.ts');
  mkdirSync(to);
  for (const [name, settings] of Object.entries(SETTINGS)) {
    const templates = templatesWith(settings, name === 'otherStage' ? 'other' : 'mine');
    writeFileSync(join(to, `${name}.json`), JSON.stringify(templates));
  }
});

/** The templates of the stacks, by their names. */
export const templatesOf = (name: SettingsName): Record<string, Record<string, object>> =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));

/** All stacks of the stage in one template. */
export const stackOf = (name: SettingsName): Template =>
  Template.fromJSON(joinTemplates(templatesOf(name)), { skipCyclicalDependenciesCheck: true });
