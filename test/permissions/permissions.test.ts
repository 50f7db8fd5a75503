/** Every request that the functions make against the policies of the stack: none is denied, and none of the permissions is idle. */
import { describe, expect, it } from 'vitest';
import { TABLE_USERS, tableAccess } from '#infra/cdk/stage-access.ts';
import { INDEXES } from '#lib/store/indexes.ts';
import { stackOf } from '#test/infra/cdk/stack-of.ts';
import { filledIn } from './asked.ts';
import { type IamRequest, isAllowed, type Statement } from './evaluate.ts';
import { narrowed } from './narrow.ts';
import { arn } from './physical-ids.ts';
import { ALSO_BY_CDK, platformRequests } from './platform.ts';
import { functionsIn, type Principal, statementsOf } from './principals.ts';
import { askedOfTable, listed, recordEverything, requestsIn } from './recording.ts';
import { resolverOf, type Template } from './resolve.ts';

const recording = await recordEverything();

/** A stage with its functions, and what they ask in it. */
function aStage(settings: 'worlds' | 'worldsErasing') {
  const template = stackOf(settings).toJSON() as Template;
  const functions = functionsIn(template);
  const erases = settings === 'worldsErasing';
  const requests = requestsIn(recording, { erases });
  const scheduler = functions.get('relay')?.environment['SCHEDULER_ROLE_ARN'] ?? '';
  return {
    erases,
    template,
    functions,
    requests,
    asked: ({ name, environment }: Principal): IamRequest[] =>
      requests.filter(({ by, bySchedule }) => by === name && !bySchedule).map((each) => filledIn(each, environment)),
    askedBySchedules: requests
      .filter(({ bySchedule }) => bySchedule)
      .map((each) => filledIn(each, functions.get(each.by)?.environment ?? {})),
    scheduleRole: statementsOf(template, scheduler, resolverOf(template)),
  };
}

const deniedIn = (statements: readonly Statement[], asked: readonly IamRequest[]): IamRequest[] =>
  asked.filter((request) => !isAllowed(statements, request));

const LEADING_KEYS = 'dynamodb:LeadingKeys';
const PURPOSE = 'kms:EncryptionContext:purpose';

/** Of the table and its indexes, and not of its stream. */
function onTable({ statements, environment }: Principal): Statement[] {
  const table = arn('dynamodb', `table/${environment['TABLE_NAME']}`);
  const places = [table, ...INDEXES.map(({ name }) => `${table}/index/${name}`)];
  return statements.filter(({ Resource }) => [Resource].flat().some((each) => places.includes(each)));
}

it('every command and every key of the functions is known', () => {
  expect([...recording.unknown]).toEqual([]);
});

describe.each([
  ['without a retention period', aStage('worlds')],
  ['with a retention period', aStage('worldsErasing')],
])('the permissions of a stage %s', (_, { template, functions, requests, erases, ...stage }) => {
  it.each([...functions.values()])(
    'each permission of $name on the table wants keys, and no request without one passes it',
    (each) => {
      for (const { Effect, Condition = {} } of onTable(each)) {
        expect(Effect).toBe('Allow');
        expect(Object.keys(Condition).toSorted()).toEqual(['ForAllValues:StringLike', 'Null']);
        expect(Condition['Null']).toEqual({ [LEADING_KEYS]: 'false' });
      }
    },
  );

  it.each([...functions.values()])(
    'one statement of $name permits each action, with all of its keys, and none permits a scan',
    (each) => {
      const permitted = onTable(each).flatMap(({ Action, Resource }) =>
        [Action].flat().flatMap((action) => [Resource].flat().map((resource) => `${action} on ${resource}`)),
      );
      expect(permitted.length).toBe(new Set(permitted).size);
      for (const action of permitted)
        expect(action).toMatch(/^dynamodb:(Get|BatchGet|Put|Update|Delete)Item|^dynamodb:Query/);
    },
  );

  it('every function of the stack is driven, except those that ask AWS for nothing', () => {
    const driven = new Set(requests.map(({ by }) => by));
    const idle = [...functions.keys()].filter((name) => !driven.has(name));
    const without = TABLE_USERS.filter((name) => Object.keys(tableAccess(name, { erases })).length === 0);
    expect(idle.toSorted()).toEqual(without.toSorted());
    expect(idle).toContain('not-found');
  });

  it.each([...functions.values()])('no request of $name is denied', (each) => {
    expect(deniedIn(each.statements, [...stage.asked(each), ...platformRequests(template, each)])).toEqual([]);
  });

  it('the list of what each function may do to the table has exactly what they do', () => {
    expect(listed({ erases }).toSorted()).toEqual([...new Set(askedOfTable(requests))].toSorted());
  });

  it.each([...functions.values()])('without any one of its permissions, a request of $name would be denied', (each) => {
    const asked = [...stage.asked(each), ...platformRequests(template, each)];
    const idle = narrowed(each.statements).filter(({ statements }) => deniedIn(statements, asked).length === 0);
    const ours = idle.filter(({ without }) => !ALSO_BY_CDK.some((action) => without.startsWith(action)));
    expect(ours.map(({ without }) => without)).toEqual([]);
  });

  it('a function that decrypts credentials may decrypt nothing that is bound to another purpose, or to none', () => {
    const decrypting = [...functions.values()].flatMap((each) =>
      stage.asked(each).flatMap((asked) => (asked.action === 'kms:Decrypt' ? [{ ...each, asked }] : [])),
    );
    expect(decrypting.length).toBeGreaterThan(0);
    for (const { statements, asked } of decrypting) {
      const others = [['another'], []].map((purpose) => ({
        ...asked,
        context: { ...asked.context, [PURPOSE]: purpose },
      }));
      expect(deniedIn(statements, others)).toEqual(others);
    }
  });

  it('the role of the schedules permits what they do, and nothing else', () => {
    const { scheduleRole, askedBySchedules } = stage;
    expect(deniedIn(scheduleRole, askedBySchedules)).toEqual([]);
    const idle = narrowed(scheduleRole).filter(({ statements }) => deniedIn(statements, askedBySchedules).length === 0);
    expect(idle.map(({ without }) => without)).toEqual([]);
  });
});
