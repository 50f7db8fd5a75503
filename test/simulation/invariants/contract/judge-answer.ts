/** Judges an answer: it has to be one of those that were right at some moment between the request and the answer. */
import { answerFaults, type Received } from '#test/simulation/model/compare.ts';
import type { Answer as Expected } from '#test/simulation/model/wire.ts';
import type { Answer } from '#test/simulation/world/callers.ts';
import type { World } from '#test/simulation/world/world.ts';
import { expectedAnswers } from './expected-answers.ts';
import { judgeList } from './judge-list.ts';
import { questionOf } from './question.ts';
import type { Records } from './records.ts';

/** What the model does not answer yet. */
const UNKNOWN = [
  'get-follow-ups',
  'preview-follow-ups',
  'create-provider',
  'update-provider',
  'get-provider',
  'list-providers',
];

export function judgeAnswer(world: World, records: Records, answer: Answer): string[] {
  const { asked, status } = answer;
  if (UNKNOWN.includes(asked.operation)) return [];
  const about = `${asked.by.mark} ${asked.operation} ${asked.call.id ?? ''}`;
  if (status === 503) return mayFail(world, answer) ? [] : [`${about}: 503, though nothing was broken`];
  const question = questionOf(records, answer);
  const faults =
    asked.operation === 'list-collections' && status === 200
      ? judgeList(question, answer)
      : nearest(answer, expectedAnswers(records, question));
  return faults.map((fault) => `${about}: ${fault}`);
}

/** Something had been broken by then, and not all had been mended before the request. */
const mayFail = ({ faults, healedAt }: World, { invocation }: Answer): boolean =>
  faults.counts.size > 0 && invocation.startedAt <= healedAt;

/** Nothing if one of the expected answers fits; else in what it differs from the one that it differs least from. */
export function nearest(received: Received, expected: Iterable<Expected>): string[] {
  let found: string[] | undefined;
  for (const each of expected) {
    const faults = answerFaults(received, each);

    if (faults.length === 0) return [];
    if (found === undefined || faults.length < found.length) found = faults;
  }
  return found ?? [`${received.status} ${received.body['code'] ?? ''} where no answer was right`];
}
