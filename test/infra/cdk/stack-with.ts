/** Synthesises a stage with these settings, as `cdk synth -c stage=…` does, but without bundles. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addStage, checkedApp } from '#infra/cdk/add-stage.ts';
import type { SettingsInput } from '#infra/cdk/settings.ts';
import { chooseStage } from '#infra/cdk/stages.ts';
import { ROOT } from './made-once.ts';

const { context } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8'));

/** Without bundles; with the paths of the resources, as the command line tool has them. */
const QUICK = { 'aws:cdk:bundling-stacks': [], 'aws:cdk:enable-path-metadata': true };

/** The templates of the stacks, by their names. Throws when a stack has an open finding of the AWS Solutions rules. */
export const templatesWith = (settings: SettingsInput, stage = 'mine'): Record<string, Record<string, object>> => {
  const outdir = mkdtempSync(join(tmpdir(), 'collections-settings-'));
  try {
    // The schemas of CloudFormation take half of a synthesis: that of `template.ts` and the deployment to the emulator check them.
    const app = checkedApp({ outdir, context: { ...context, ...QUICK }, builtinCloudFormationValidation: false });
    // Only a replica of the table needs to know them.
    const env = settings.replica && settings.region && { account: '1'.repeat(12), region: settings.region };
    addStage(app, stage, { settings: chooseStage(stage, { [stage]: settings }, {}), ...(env && { env }) });
    return Object.fromEntries(app.synth().stacks.map(({ stackName, template }) => [stackName, template]));
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
};
