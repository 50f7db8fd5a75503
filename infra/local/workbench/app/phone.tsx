/** A customer's phone and mailbox: what arrived, in the order in which it did, and the way to answer. */
import { useEffect, useRef } from 'preact/hooks';
import type { SentMessage } from '#infra/local/fakes/outbox.ts';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { Button, Empty } from '#lib/web/kit/parts.tsx';
import { moveClock } from './clock.tsx';
import { Mailbox } from './mailbox.tsx';
import { Receipt } from './receipt.tsx';
import { Reply } from './reply.tsx';
import { now } from './state.ts';
import { type Bubble, isEmail, pieces, threadOf } from './thread.ts';
import { CHANNEL_NAMES, exactInstant, relative, shortInstant } from './time.ts';

type Props = {
  name: string;
  /** Of phone and mailbox. */
  addresses: readonly string[];
  messages: readonly SentMessage[];
  collections: readonly CollectionResponse[];
  plan?: FollowUpPlanResponse;
};

export function Customer({ name, addresses, messages, collections, plan }: Props) {
  const theirs = messages.filter(({ to }) => addresses.includes(to));
  const phone = addresses.find((address) => !address.includes('@')) ?? '';
  const next = plan?.slots.find(({ status }) => status === 'planned');
  return (
    <aside class="customer" aria-label={`${name}: phone and mailbox`}>
      <Phone name={name} phone={phone} thread={threadOf(theirs, collections)} plan={plan} next={next?.dueAt} />
      <Mailbox emails={theirs.filter(isEmail)} plan={plan} />
    </aside>
  );
}

type PhoneProps = {
  name: string;
  phone: string;
  thread: readonly Bubble[];
  plan: FollowUpPlanResponse | undefined;
  next: string | undefined;
};

function Phone({ name, phone, thread, plan, next }: PhoneProps) {
  const screen = useRef<HTMLDivElement>(null);
  const { length } = thread;
  // The newest message is what one wants to see.
  useEffect(() => {
    if (length > 0) screen.current?.scrollTo({ top: screen.current.scrollHeight });
  }, [length]);
  return (
    <section class="phone" aria-label={`Phone ${phone}`}>
      <header>
        <span class="avatar" aria-hidden="true">
          {initials(name)}
        </span>
        <div>
          <h2>{name}</h2>
          <p class="small">{phone}</p>
        </div>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <div class="screen" ref={screen} tabIndex={0} role="log" aria-label="Messages">
        {length === 0 && <NoMessages next={next} />}
        {thread.map((bubble) => (
          <BubbleView key={bubble.key} bubble={bubble} plan={plan} />
        ))}
      </div>
      <Reply phone={phone} thread={thread} />
    </section>
  );
}

function NoMessages({ next }: { next: string | undefined }) {
  if (next === undefined) return <Empty title="No messages." />;
  const at = Date.parse(next);
  return (
    <Empty title="No messages yet.">
      <p class="small" title={exactInstant(at)}>
        The first is due {relative(at, now.value)}.
      </p>
      <Button
        onClick={() => void moveClock({ now: new Date(Math.max(at, now.value)).toISOString() }, 'to the first message')}
      >
        Move the clock there
      </Button>
    </Empty>
  );
}

function BubbleView({ bubble, plan }: { bubble: Bubble; plan: FollowUpPlanResponse | undefined }) {
  const time = <time title={exactInstant(bubble.at)}>{shortInstant(bubble.at)}</time>;
  if (bubble.kind === 'note') return <p class="phone-note">{bubble.text}</p>;
  if (bubble.kind === 'mine') {
    return (
      <div class="bubble mine">
        <p class="text">{bubble.text}</p>
        <p class="meta">
          {CHANNEL_NAMES[bubble.channel]} · {time}
        </p>
      </div>
    );
  }
  const { message } = bubble;
  return (
    <div class={`bubble ${message.channel}`}>
      <Linked text={message.text} />
      <p class="meta">
        {CHANNEL_NAMES[message.channel]} · {time}
      </p>
      <Receipt message={message} plan={plan} />
    </div>
  );
}

const PAY_BUTTON = /\n*Pay now\n(https?:\/\/\S+)\s*$/;

/** WhatsApp's button is the last line of the text. */
function Linked({ text }: { text: string }) {
  const button = PAY_BUTTON.exec(text)?.[1];
  return (
    <>
      <p class="text">
        {pieces(button === undefined ? text : text.replace(PAY_BUTTON, '')).map(({ text: piece, href }) =>
          href === undefined ? (
            piece
          ) : (
            <a key={href} href={href} target="_blank" rel="noopener noreferrer">
              {piece}
            </a>
          ),
        )}
      </p>
      {button !== undefined && (
        <a class="pay-now" href={button} target="_blank" rel="noopener noreferrer">
          Pay now
        </a>
      )}
    </>
  );
}

const initials = (name: string): string =>
  name
    .split(' ')
    .map((word) => word.charAt(0))
    .join('')
    .slice(0, 2);
