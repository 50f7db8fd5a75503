/** The CDK app: the stage that `-c stage=…` names. A synthesis ends with a summary. */
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { addStage, checkedApp } from './add-stage.ts';
import type { Settings } from './settings.ts';
import { chooseStage, deployedTo } from './stages.ts';

/** CloudFormation takes 500 resources in a stack. */
function summaryOf(stage: string, settings: Settings, { stacks }: CloudAssembly): string {
  const rows = stacks.map(({ stackName, template }) => {
    const count = Object.keys(template.Resources).length;
    return `  ${stackName.padEnd(32)}${String(count).padStart(4)} resources`;
  });
  return [
    `Stage ${stage}`,
    ...Object.entries(flat(settings)).map(([name, value]) => `  ${name.padEnd(32)}${value}`),
    ...(settings.alarmEmail ? [] : ['  alarmEmail                      not set: nobody gets the alarms']),
    'Stacks',
    ...rows,
  ].join('\n');
}

function flat(settings: object, prefix = ''): Record<string, string> {
  const entries = Object.entries(settings).flatMap(([name, value]) =>
    typeof value === 'object'
      ? Object.entries(flat(value, `${prefix}${name}.`))
      : value === undefined
        ? []
        : [[`${prefix}${name}`, String(value)]],
  );
  return Object.fromEntries(entries);
}

/** Names without punctuation are not the CDK's own. */
function refuseOtherContext(names: string[]): void {
  const other = names.find((name) => /^\w+$/.test(name) && name !== 'stage');
  if (other) throw new Error(`-c takes a stage only: "${other}" is a setting of infra/cdk/stages.ts.`);
}

function main(): void {
  const app = checkedApp();
  refuseOtherContext(Object.keys(app.node.getAllContext()));
  const stage = app.node.tryGetContext('stage');
  const settings = chooseStage(stage);
  addStage(app, stage, { settings, env: deployedTo(stage, settings, process.env) });
  process.stdout.write(`${summaryOf(stage, settings, app.synth())}\n`);
}

try {
  main();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
