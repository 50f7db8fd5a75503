/** The next message and why it comes; or why none does. */
import { awayIn, dayIn, instantIn } from '#lib/web/console/format.ts';
import { type Detail, type NextMessage, nextMessage } from './detail.ts';
import { language, now, teller, words } from './state.ts';

export function NextMessageLine({ detail }: { detail: Detail }) {
  const next = nextMessage(detail);
  return (
    <div class="next">
      <p>
        <strong>{words.value.one.next}</strong> {textOf(next)}
      </p>
      {next.kind === 'planned' && (
        <p class="small">
          {words.value.one.nextWhy(next.slot.slot, detail.plan.slots.length, teller.value.why(next.slot))}
        </p>
      )}
      <PromiseLine promise={detail.plan.promise} />
    </div>
  );
}

function textOf(next: NextMessage): string {
  const { nextAt, noNext } = words.value.one;
  const instant = instantIn(language.value);
  if (next.kind === 'planned') {
    const channel = teller.value.words.channels[next.slot.channel];
    return nextAt(channel, instant(next.at), awayIn(language.value, next.at, now.value));
  }
  return next.kind === 'paused' ? noNext.pausedUntil(instant(next.until)) : noNext[next.why];
}

function PromiseLine({ promise }: { promise: Detail['plan']['promise'] }) {
  if (promise === undefined) return null;
  const { promised, promiseBroken } = words.value.one;
  const day = dayIn(language.value)(Date.parse(promise.payBy));
  return promise.brokenAt === undefined ? (
    <p class="promise">{promised(day)}</p>
  ) : (
    <p class="promise broken">{promiseBroken(day)}</p>
  );
}
