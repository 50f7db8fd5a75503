/** Judges an answer: it must be right for some moment between the request and the answer. */
import { answerFaults, fewest, type Received } from '#test/simulation/model/compare.ts';
import type { Answer as Expected } from '#test/simulation/model/wire.ts';
import type { Answer } from '#test/simulation/world/callers.ts';
import type { World } from '#test/simulation/world/world.ts';
import { expectedAnswers } from './expected-answers.ts';
import { admitted, deniedFaults } from './follow-members.ts';
import { judgeList } from './judge-list.ts';
import { judgePlan, judgePreview, judgeRevised } from './judge-plan.ts';
import { judgeReminderPreview } from './judge-reminder-preview.ts';
import { type Question, questionOf } from './question.ts';
import type { Records } from './records.ts';

export function judgeAnswer(world: World, records: Records, answer: Answer): string[] {
  const { asked, status } = answer;
  const about = `${asked.by.mark} ${asked.operation} ${asked.call.id ?? ''}`;
  if (status === 503) return mayFail(world, answer) ? [] : [`${about}: 503, though nothing was broken`];
  const question = questionOf(records, answer);
  const isGiven = (status === 200 || status === 202) && admitted(records, question).mayPass;
  const whole = isGiven ? WHOLE[asked.operation] : undefined;
  const faults = isAccessOnly(asked)
    ? accessFaults(records, question, answer)
    : whole
      ? whole(records, question, answer)
      : nearest(answer, expectedAnswers(records, question));
  return [...faults, ...deniedFaults(records, answer)].map((fault) => `${about}: ${fault}`);
}

/** Answers that combine the states of several moments. */
const WHOLE: Partial<Record<string, (records: Records, question: Question, answer: Answer) => string[]>> = {
  'list-collections': judgeList,
  'get-follow-ups': judgePlan,
  'preview-follow-ups': judgePreview,
  'pause-follow-ups': judgeRevised,
  'resume-follow-ups': judgeRevised,
  'send-follow-up': judgeRevised,
  'preview-reminder': judgeReminderPreview,
};

/** Of webhook endpoints, the feed and later pages the model knows who may ask, and nothing more. */
const ACCESS_ONLY = /webhook|deliveries|list-events/;
const isAccessOnly = ({ operation, call }: Answer['asked']): boolean =>
  ACCESS_ONLY.test(operation) || call.query?.['cursor'] !== undefined;
const REFUSED = [400, 401, 403];

function accessFaults(records: Records, question: Question, answer: Answer): string[] {
  const { refusals, mayPass } = admitted(records, question);
  return mayPass && !REFUSED.includes(answer.status) ? [] : nearest(answer, refusals);
}

/** A fault had happened, and faults had not yet stopped when the request began. */
const mayFail = ({ faults, healedAt }: World, { invocation }: Answer): boolean =>
  faults.counts.size > 0 && invocation.startedAt <= healedAt;

/** Empty if an expected answer fits; else the differences from the nearest one. */
function nearest(received: Received, expected: Iterable<Expected>): string[] {
  const none = [`${received.status} ${received.body['code'] ?? ''} where no answer was right`];
  return fewest(differencesFrom(expected, received)) ?? none;
}

function* differencesFrom(expected: Iterable<Expected>, received: Received): Iterable<string[]> {
  for (const each of expected) yield answerFaults(received, each);
}
