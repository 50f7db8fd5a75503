/**
 * What the functions ask of the table is exactly what the list in infra/cdk/table-access.ts permits, and the policies of the
 * stack permit exactly that list. What they ask of other services, by action, is judged in test/infra/cdk/functions.test.ts.
 */
import { describe, expect, it } from 'vitest';
import { TABLE_USERS, type TableUser, tableAccess } from '#infra/cdk/table-access.ts';
import { KEY_FAMILIES, type KeyFamilyName } from '#lib/store/key-patterns.ts';
import { stackOf } from '#test/infra/cdk/stack-of.ts';
import { functionsIn, idIn, OWN_ARN, type Statement } from './asked.ts';
import { askedOfTable, listed, recordEverything, requestsIn } from './recording.ts';

const recording = await recordEverything();

const LEADING_KEYS = 'dynamodb:LeadingKeys';
const TABLE_ACTION = /^dynamodb:(?:(?:Get|BatchGet|Put|Update|Delete|ConditionCheck)Item|Query|Scan|BatchWriteItem)$/;

const onTable = (statements: readonly Statement[]): Statement[] =>
  statements.filter(({ Action }) => [Action].flat().some((action) => TABLE_ACTION.test(action)));

/** One line for each action on the table or an index, with the patterns of its keys. */
function permitted(statements: readonly Statement[]): string[] {
  return onTable(statements).flatMap(({ Action, Resource, Condition = {} }) => {
    const patterns = [Condition['ForAllValues:StringLike']?.[LEADING_KEYS] ?? []].flat().toSorted().join(' ');
    const indexes = [Resource].flat().map((place) => /\/index\/(\w+)/.exec(JSON.stringify(place))?.[1]);
    return [Action].flat().flatMap((action) => indexes.map((index) => `${action} on ${index}: ${patterns}`));
  });
}

/** The same lines, from the list: one statement has all families of an action, because a batch must pass one statement. */
function expectedOf(name: TableUser, stage: { erases: boolean }): string[] {
  const families = new Map<string, string[]>();
  for (const [family, actions] of Object.entries(tableAccess(name, stage))) {
    const { index, patterns } = KEY_FAMILIES[family as KeyFamilyName];
    for (const action of actions) {
      const place = `dynamodb:${action} on ${index}`;
      families.set(place, [...(families.get(place) ?? []), ...patterns]);
    }
  }
  return [...families].map(([place, patterns]) => `${place}: ${patterns.toSorted().join(' ')}`);
}

it('every command and every key of the functions is known', () => {
  expect([...recording.unknown]).toEqual([]);
});

describe.each([
  ['without a retention period', 'everySender', { erases: false }],
  ['with a retention period', 'everySenderErasing', { erases: true }],
] as const)('the permissions of a stage %s', (_, settings, stage) => {
  const functions = functionsIn(stackOf(settings).toJSON());
  const requests = requestsIn(recording, stage);

  it('the list of what each function may do to the table has exactly what they do', () => {
    expect(listed(stage).toSorted()).toEqual([...new Set(askedOfTable(requests))].toSorted());
  });

  it('every function of the stack is in the list', () => {
    expect([...functions.keys()].toSorted()).toEqual(TABLE_USERS.toSorted());
  });

  it.each(TABLE_USERS)('the policies of %s permit exactly what the list says', (name) => {
    const statements = functions.get(name)?.statements ?? [];
    expect(permitted(statements).toSorted()).toEqual(expectedOf(name, stage).toSorted());
  });

  it.each(TABLE_USERS)('no request of %s to the table passes without a key', (name) => {
    for (const { Effect, Condition = {} } of onTable(functions.get(name)?.statements ?? [])) {
      expect(Effect).toBe('Allow');
      expect(Object.keys(Condition).toSorted()).toEqual(['ForAllValues:StringLike', 'Null']);
      expect(Condition['Null']).toEqual({ [LEADING_KEYS]: 'false' });
    }
  });

  it.each(TABLE_USERS)('what %s asks of the resource that a variable names is permitted on that resource', (name) => {
    const { environment = {}, statements = [] } = functions.get(name) ?? {};
    const named = requests.filter(({ by, on, bySchedule }) => by === name && !bySchedule && /^\{\w+\}$/.test(on));
    for (const { action, on } of named.filter((request) => request.on !== OWN_ARN)) {
      const id = idIn(environment[on.slice(1, -1)]);
      const allowing = statements.filter(({ Action }) => [Action].flat().includes(action));
      expect(
        allowing.flatMap(({ Resource }) => [Resource].flat().map(idIn)),
        `${action} on ${on}`,
      ).toContain(id);
    }
  });
});
