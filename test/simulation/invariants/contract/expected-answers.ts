/** The answers that the contract allows: one for each moment at which the request may have read the state. */
import { faulty, firstRefusal } from '#test/simulation/model/answers.ts';
import { collectionIdOf } from '#test/simulation/model/ids.ts';
import type { Entry } from '#test/simulation/model/ledger.ts';
import { emptyAddressBook, remember } from '#test/simulation/model/people.ts';
import type { Providers } from '#test/simulation/model/providers.ts';
import {
  answerWithoutEntry,
  isUnnamed,
  listAnswer,
  recordedAnswer,
  UNNAMED,
} from '#test/simulation/model/recordings.ts';
import { create, get, patchStatus, previewRefusal } from '#test/simulation/model/service.ts';
import { shownAt } from '#test/simulation/model/shown-collection.ts';
import { during } from '#test/simulation/model/timeline.ts';
import type { Answer, CreateBody, RecordBody, Status } from '#test/simulation/model/wire.ts';
import { providerAnswers } from './expected-providers.ts';
import { asIfSent, revisionAnswers } from './expected-revisions.ts';
import { admitted } from './follow-members.ts';
import { isRevision } from './follow-revisions.ts';
import { askingIn, type Found, findings, instantsFor, ownerOf, type Question, stateWith } from './question.ts';
import { BASE_URL, type Records } from './records.ts';

export function* expectedAnswers(records: Records, question: Question): Iterable<Answer> {
  const { asked } = question;
  const { refusals, mayPass } = admitted(records, question);
  yield* refusals;
  if (!mayPass) return;
  if (asked.apiKey !== undefined)
    yield firstRefusal('collection', { keyIsValid: false, faults: [], named: 'none' }) as Answer;
  else if (asked.operation === 'create-collection') yield* creates(question);
  else if (asked.operation === 'get-collection' || asked.operation === 'get-follow-ups')
    yield* reads(records, question);
  else if (asked.operation === 'update-collection-status') yield* changes(records, question);
  else if (asked.operation === 'record-payment' || asked.operation === 'list-payments')
    yield* ofLedger(records, question);
  else if (asked.operation === 'preview-follow-ups') yield* refusedPreviews(question);
  else if (isRevision(asked)) yield* revisions(records, question);
  else if (asked.operation === 'preview-reminder') yield* revisions(records, asIfSent(question));
  else yield* providerAnswers(records, question);
}

/** Each moment of the named collection, with the accounts at that moment. */
function* moments(records: Records, question: Question) {
  const { asked, ledger, time } = question;
  const id = asked.call.id ?? '';
  const owner = ownerOf(records, id);
  const isOwn = owner === ledger;
  for (const found of findings(owner?.entries.get(id), time)) {
    const state = stateWith(ledger, isOwn ? found : undefined);
    const others = owner === undefined || isOwn ? [] : [stateWith(owner, found)];
    for (const now of instantsFor(found?.known, question)) yield { id, found, asking: askingIn(state, now), others };
  }
}

/** For a plan only the refusals are used; they are the same for every read. */
function* reads(records: Records, question: Question): Iterable<Answer> {
  for (const { id, asking, others } of moments(records, question)) yield get(asking, id, others);
}

/** A change by this request itself is already recorded, so its answer is the same as after any earlier change. */
function* changes(records: Records, question: Question): Iterable<Answer> {
  const { status: to } = question.asked.call.body as { status: Status };
  for (const { id, found, asking, others } of moments(records, question)) {
    const { state, answer } = patchStatus(asking, { id, to }, others);
    const isMade = answer.status === 200 && state.collections.get(id)?.known !== found?.known;
    if (!isMade) yield answer;
  }
}

/** A request that has recorded an entry gets this entry; every other is refused, or repeats an earlier one. */
function* ofLedger(records: Records, question: Question): Iterable<Answer> {
  const { asked, ledger, by } = question;
  const mine = ledger.entries.get(asked.call.id ?? '')?.booked.find(({ recorded }) => recorded?.by === by);
  if (mine !== undefined) return yield recordedAnswer(mine);
  const recording = { body: asked.call.body as RecordBody, key: asked.idempotencyKey };
  const isWrite = asked.operation === 'record-payment';
  if (isWrite && isUnnamed(recording)) return yield faulty(UNNAMED);
  for (const { id, found, asking, others } of moments(records, question)) {
    const read = get(asking, id, others);
    if (read.status !== 200 || found === undefined) yield read;
    else {
      const answer = isWrite ? answerWithoutEntry(found.known, recording) : listAnswer(found.known);
      if (answer !== undefined) yield answer;
    }
  }
}

/** Of those that answer a plan, only the refusals. */
function* revisions(records: Records, question: Question): Iterable<Answer> {
  const { asked, ledger } = question;
  const entry = ledger.entries.get(asked.call.id ?? '');
  for (const { id, found, asking, others } of moments(records, question))
    if (found === undefined) yield get(asking, id, others);
  if (entry !== undefined) yield* revisionAnswers(records, question, entry);
}

/** The refusals of a preview at each moment; one that succeeds is judged as a plan. */
export function* refusedPreviews({ asked, ledger, time }: Question): Iterable<Answer> {
  for (const providers of during(ledger.providers, time)) {
    const refusal = previewRefusal({ ...stateWith(ledger, undefined), providers }, asked.call.body as CreateBody);
    if (refusal !== undefined) yield refusal;
  }
}

function* creates(question: Question): Iterable<Answer> {
  const { asked, ledger, time, by } = question;
  const body = asked.call.body as CreateBody;
  const entry = ledger.entries.get(collectionIdOf(ledger.account, body.reference));
  const made = { idempotencyKey: asked.idempotencyKey, body };
  for (const providers of during(ledger.providers, time)) {
    if (entry?.maker === by) {
      // The contact is the one that was found when the collection was recorded.
      const book = remember(emptyAddressBook(), entry.known.contact, ledger.account);
      const { answer } = create(
        askingIn({ ...stateWith(ledger, undefined), providers, book }, entry.known.createdAt),
        made,
      );
      if (answer.status === 201) yield* withOptions(entry, answer, time);
    } else for (const found of foundByRepeat(entry, time)) yield* repeats(question, { providers, found });
  }
}

/** Its answer is the collection as it was recorded, with the options that were opened since. */
function* withOptions({ known, versions }: Entry, answer: Answer, time: Question['time']): Iterable<Answer> {
  for (const { options } of during(versions, time)) {
    const data = shownAt({ ...known, options }, known.createdAt, BASE_URL);
    yield { ...answer, body: { ...answer.body, data } };
  }
}

/** A repeat opens the options of a create that has died, and shows them with what it had found. */
function* foundByRepeat(entry: Entry | undefined, time: Question['time']): Iterable<Found> {
  const opened = entry === undefined ? [] : during(entry.versions, time).filter(({ options }) => options.length > 0);
  for (const found of findings(entry, time)) {
    yield found;
    if (found?.known.options.length !== 0) continue;
    for (const { options } of opened) yield { ...found, known: { ...found.known, options } };
  }
}

/** A create that recorded nothing is refused, or repeats an earlier one. */
function* repeats(question: Question, { providers, found }: { providers: Providers; found: Found }): Iterable<Answer> {
  const { asked, ledger } = question;
  const made = { idempotencyKey: asked.idempotencyKey, body: asked.call.body as CreateBody };
  const state = { ...stateWith(ledger, found), providers };
  for (const now of instantsFor(found?.known, question)) {
    const { answer } = create(askingIn(state, now), made);
    const isNew = answer.status === 201 && found === undefined;
    if (!isNew) yield answer;
  }
}
