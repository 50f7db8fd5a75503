/** What a synthesis made, in a few lines: the stage, its settings and its stacks. */
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';
import type { Settings } from './settings.ts';

/** CloudFormation takes 500 resources in a stack. */
export function summaryOf(stage: string, settings: Settings, { stacks }: CloudAssembly): string {
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
