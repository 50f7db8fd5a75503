/** Every request that the functions make against the policies of the stack: none is denied, and none of the permissions is idle. */
import { describe, expect, it } from 'vitest';
import { stackWith } from '#test/infra/cdk/stack-with.ts';
import { filledIn } from './asked.ts';
import { type IamRequest, isAllowed, type Statement } from './evaluate.ts';
import { narrowed } from './narrow.ts';
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

const requestsOf = ({ name, environment }: Principal): IamRequest[] =>
  [...recording.values()]
    .filter(({ by, bySchedule }) => by === name && !bySchedule)
    .map((asked) => filledIn(asked, environment));

const deniedIn = (statements: readonly Statement[], requests: readonly IamRequest[]): IamRequest[] =>
  requests.filter((request) => !isAllowed(statements, request));

const SCHEDULES = [...recording.values()].filter(({ bySchedule }) => bySchedule);
const scheduleRequests = SCHEDULES.map((asked) => filledIn(asked, functions.get(asked.by)?.environment ?? {}));
const scheduleRole = statementsOf(template, functions.get('relay')?.environment['SCHEDULER_ROLE_ARN'] ?? '', resolve);

describe('the permissions of the functions', () => {
  it('every function of the stack is driven, except those that ask AWS for nothing', () => {
    const driven = new Set([...recording.values()].map(({ by }) => by));
    expect([...functions.keys()].filter((name) => !driven.has(name))).toEqual(['get-openapi', 'not-found']);
  });

  it.each([...functions.values()])('no request of $name is denied', (each) => {
    expect(deniedIn(each.statements, [...requestsOf(each), ...platformRequests(template, each)])).toEqual([]);
  });

  it('the list of what each function may do to the table has exactly what they do', () => {
    expect(listed().toSorted()).toEqual([...new Set(askedOfTable(recording))].toSorted());
  });

  it.each([...functions.values()])('without any one of its permissions, a request of $name would be denied', (each) => {
    const requests = [...requestsOf(each), ...platformRequests(template, each)];
    const idle = narrowed(each.statements).filter(({ statements }) => deniedIn(statements, requests).length === 0);
    const ours = idle.filter(({ without }) => !ALSO_BY_CDK.some((action) => without.startsWith(action)));
    expect(ours.map(({ without }) => without)).toEqual([]);
  });

  it('the role of the schedules permits what they do, and nothing else', () => {
    expect(deniedIn(scheduleRole, scheduleRequests)).toEqual([]);
    const idle = narrowed(scheduleRole).filter(({ statements }) => deniedIn(statements, scheduleRequests).length === 0);
    expect(idle.map(({ without }) => without)).toEqual([]);
  });
});
