/** The CDK app: the stage that `-c stage=…` names. A synthesis ends with a summary. */
import { addStage } from './add-stage.ts';
import { checkedApp } from './checked-app.ts';
import { deployedTo } from './deployed-to.ts';
import { chooseStage } from './stages.ts';
import { summaryOf } from './summary.ts';

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
