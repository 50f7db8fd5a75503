/** A stage that adopts a restored table: everything works on that one, and the stack's own table stays as it is. */
import { describe, expect, it } from 'vitest';
import { chooseStage } from '#infra/cdk/stages.ts';
import { SETTINGS } from './settings-to-test.ts';
import { templatesOf } from './stack-of.ts';

const { adoptTable, nothingDueBefore } = SETTINGS.restored;

type Resource = { Type: string; DeletionPolicy?: string; Properties: Record<string, unknown> };
type Resources = Record<string, Resource>;

const resourcesOf = (templates: ReturnType<typeof templatesOf>): [string, Resource][] =>
  Object.values(templates).flatMap((template) => Object.entries(template['Resources'] as Resources));

const variablesIn = (all: [string, Resource][]) =>
  all
    .filter(([, { Type }]) => Type === 'AWS::Lambda::Function')
    .map(
      ([id, { Properties }]) => [id, (Properties['Environment'] as { Variables?: object })?.Variables ?? {}] as const,
    );

describe('a stage that adopts a restored table', () => {
  const plain = templatesOf('plain');
  const adopted = templatesOf('restored');

  it('every function uses the restored table, and none may touch another one', () => {
    for (const [id, variables] of variablesIn(resourcesOf(adopted))) {
      if ('TABLE_NAME' in variables) expect([id, variables.TABLE_NAME]).toEqual([id, adoptTable.name]);
    }
    const policies = resourcesOf(adopted).filter(([, { Type }]) => Type === 'AWS::IAM::Policy');
    const text = JSON.stringify(policies);
    expect(text).toContain(`:table/${adoptTable.name}`);
    expect(text).not.toMatch(/GetStackOutput[^}]*DataTable/);
  });

  it('both readers of changes read its stream', () => {
    const sources = resourcesOf(adopted)
      .filter(([, { Type }]) => Type === 'AWS::Lambda::EventSourceMapping')
      .map(([, { Properties }]) => Properties['EventSourceArn']);
    expect(sources.filter((arn) => arn === adoptTable.streamArn)).toHaveLength(2);
  });

  it('the stack keeps its own table as it is, so that nothing of it is lost', () => {
    const tablesIn = (templates: ReturnType<typeof templatesOf>) =>
      resourcesOf(templates).filter(([, { Type }]) => Type === 'AWS::DynamoDB::GlobalTable');
    expect(tablesIn(adopted)).toHaveLength(1);
    expect(tablesIn(adopted)).toEqual(tablesIn(plain));
  });

  it('only the function that sends reminders is told before when nothing is due', () => {
    const told = variablesIn(resourcesOf(adopted)).filter(([, variables]) => 'NOTHING_DUE_BEFORE' in variables);
    expect(told.map(([id]) => id)).toEqual([expect.stringMatching(/^FollowUpsFollowUp/)]);
    expect(told[0]?.[1]).toMatchObject({ NOTHING_DUE_BEFORE: nothingDueBefore });
    expect(variablesIn(resourcesOf(plain)).some(([, variables]) => 'NOTHING_DUE_BEFORE' in variables)).toBe(false);
  });
});

it.each([
  [{ adoptTable: { name: 'x', streamArn: 'arn:aws:dynamodb:eu-west-1:111111111111:table/x' } }, 'adoptTable.streamArn'],
  [{ adoptTable: { name: 'x' } }, 'adoptTable.streamArn'],
  [{ nothingDueBefore: 'yesterday' }, 'nothingDueBefore'],
])('a stage with %j is refused, with the name of the setting', (settings, name) => {
  expect(() => chooseStage('mine', { mine: settings as never }, {})).toThrow(name);
});
