/** Every request that the functions make against the policies of the stack: none is denied, and none of the permissions is idle. */
import { describe, expect, it } from 'vitest';
import { INDEXES } from '#lib/store/indexes.ts';
import { stackWith } from '#test/infra/cdk/stack-with.ts';
import { filledIn } from './asked.ts';
import { type IamRequest, isAllowed, type Statement } from './evaluate.ts';
import { narrowed } from './narrow.ts';
import { arn } from './physical-ids.ts';
import { ALSO_BY_CDK, platformRequests } from './platform.ts';
import { functionsIn, type Principal, statementsOf } from './principals.ts';
import { askedOfTable, listed, recordEverything } from './recording.ts';
import { resolverOf, type Template } from './resolve.ts';

/** Those of the simulated worlds. */
const senders = {
  whatsapp: { phoneNumberId: 'phone-number-id-1' },
  sms: { originationIdentity: 'Collect' },
  email: { from: 'pay@collections.example' },
};

const template = stackWith({ senders }).toJSON() as Template;
const resolve = resolverOf(template);
const functions = functionsIn(template);
const recording = await recordEverything();
const requests = [...recording.requests.values()];

const requestsOf = ({ name, environment }: Principal): IamRequest[] =>
  requests.filter(({ by, bySchedule }) => by === name && !bySchedule).map((asked) => filledIn(asked, environment));

const deniedIn = (statements: readonly Statement[], asked: readonly IamRequest[]): IamRequest[] =>
  asked.filter((request) => !isAllowed(statements, request));

const schedules = requests.filter(({ bySchedule }) => bySchedule);
const scheduleRequests = schedules.map((asked) => filledIn(asked, functions.get(asked.by)?.environment ?? {}));
const scheduleRole = statementsOf(template, functions.get('relay')?.environment['SCHEDULER_ROLE_ARN'] ?? '', resolve);

const LEADING_KEYS = 'dynamodb:LeadingKeys';

/** Of the table and its indexes, and not of its stream. */
function onTable({ statements, environment }: Principal): Statement[] {
  const table = arn('dynamodb', `table/${environment['TABLE_NAME']}`);
  const places = [table, ...INDEXES.map(({ name }) => `${table}/index/${name}`)];
  return statements.filter(({ Resource }) => [Resource].flat().some((each) => places.includes(each)));
}

describe('the permissions on the table', () => {
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
});

describe('the permissions of the functions', () => {
  it('every command and every key of the functions is known', () => {
    expect([...recording.unknown]).toEqual([]);
  });

  it('every function of the stack is driven, except those that ask AWS for nothing', () => {
    const driven = new Set(requests.map(({ by }) => by));
    expect([...functions.keys()].filter((name) => !driven.has(name))).toEqual(['get-openapi', 'not-found']);
  });

  it.each([...functions.values()])('no request of $name is denied', (each) => {
    expect(deniedIn(each.statements, [...requestsOf(each), ...platformRequests(template, each)])).toEqual([]);
  });

  it('the list of what each function may do to the table has exactly what they do', () => {
    expect(listed().toSorted()).toEqual([...new Set(askedOfTable(recording))].toSorted());
  });

  it.each([...functions.values()])('without any one of its permissions, a request of $name would be denied', (each) => {
    const asked = [...requestsOf(each), ...platformRequests(template, each)];
    const idle = narrowed(each.statements).filter(({ statements }) => deniedIn(statements, asked).length === 0);
    const ours = idle.filter(({ without }) => !ALSO_BY_CDK.some((action) => without.startsWith(action)));
    expect(ours.map(({ without }) => without)).toEqual([]);
  });

  it('the role of the schedules permits what they do, and nothing else', () => {
    expect(deniedIn(scheduleRole, scheduleRequests)).toEqual([]);
    const idle = narrowed(scheduleRole).filter(({ statements }) => deniedIn(statements, scheduleRequests).length === 0);
    expect(idle.map(({ without }) => without)).toEqual([]);
  });
});
