/** The CDK app of a stage, as `npm run deploy` has it, with templates that the emulator can carry out: its own table is called as the stage and the Region. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import '#infra/cdk/app.ts';
import { fitToEmulator } from '#infra/deployed/fit-to-emulator.ts';

const { CDK_OUTDIR = '', AWS_REGION = '', FUNCTION_VARIABLES = '{}' } = process.env;

const fit = {
  tableName: `collections-prod-data-${AWS_REGION}`,
  variables: JSON.parse(FUNCTION_VARIABLES),
  region: AWS_REGION,
};
for (const file of globSync(join(CDK_OUTDIR, '*.template.json'))) fitToEmulator(file, fit);

/** The emulator does not let the roles of a bootstrapped Region reach its bucket: the operator's own credentials do. */
const ROLES = ['assumeRoleArn', 'assumeRoleExternalId', 'cloudFormationExecutionRoleArn', 'lookupRole'];

for (const file of globSync(join(CDK_OUTDIR, '{manifest,*.assets}.json'))) {
  const own = JSON.parse(readFileSync(file, 'utf8'), (key, value) => (ROLES.includes(key) ? undefined : value));
  writeFileSync(file, JSON.stringify(own));
}
