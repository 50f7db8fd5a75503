/** What the policies in the template permit on the table: actions on the keys of certain families, and nothing else. */
import { describe, expect, it } from 'vitest';
import { TABLE_ACCESS, type TableAccess } from '#infra/table-access.ts';
import { KEY_FAMILIES, type KeyFamilyName } from '#lib/store/key-families.ts';
import { functions, type Properties, resources, target, theOnly } from './template.ts';

const TABLE = { 'Fn::GetAtt': [theOnly('AWS::DynamoDB::GlobalTable').id, 'Arn'] };
const LEADING_KEYS = 'dynamodb:LeadingKeys';

/** The name of the index, or none for the table; undefined for any other resource. */
function placeOf(resource: unknown): string | undefined {
  const text = JSON.stringify(resource);
  const table = JSON.stringify(TABLE);
  if (text === table) return '';
  return text.includes(table) ? /\/index\/(\w+)"/.exec(text)?.[1] : undefined;
}

const onTable = (name: string): Properties[] =>
  resources('AWS::IAM::Policy')
    .filter(({ Properties }) =>
      Properties['Roles'].some((role: Properties) => target(role) === target(functions[name]?.Properties['Role'])),
    )
    .flatMap(({ Properties }) => Properties['PolicyDocument'].Statement as Properties[])
    .filter(({ Resource }) => placeOf(Resource) !== undefined);

/** The patterns of each action, by the place and the action. */
function patternsIn(access: TableAccess): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [name, actions] of Object.entries(access)) {
    const { index = '', patterns } = KEY_FAMILIES[name as KeyFamilyName];
    for (const action of actions) {
      const place = `dynamodb:${action} ${index}`;
      found[place] = [...(found[place] ?? []), ...patterns];
    }
  }
  return found;
}

const sorted = (found: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(found).map(([place, patterns]) => [place, patterns.toSorted()]));

describe.each(Object.entries(TABLE_ACCESS))('%s', (name, access) => {
  it(`${name} may do to the table exactly what is listed, each action by one statement with all of its keys`, () => {
    const permitted: Record<string, string[]> = {};
    for (const { Action, Resource, Condition } of onTable(name)) {
      for (const action of [Action].flat()) {
        const place = `${action} ${placeOf(Resource)}`;
        expect(permitted[place], place).toBeUndefined();
        permitted[place] = [Condition['ForAllValues:StringLike'][LEADING_KEYS]].flat();
      }
    }
    expect(sorted(permitted)).toEqual(sorted(patternsIn(access)));
  });

  it(`each permission of ${name} on the table wants a key, and no request without one passes it`, () => {
    for (const { Effect, Condition } of onTable(name)) {
      expect(Effect).toBe('Allow');
      expect(Object.keys(Condition).toSorted()).toEqual(['ForAllValues:StringLike', 'Null']);
      expect(Condition['Null']).toEqual({ [LEADING_KEYS]: 'false' });
    }
  });
});
