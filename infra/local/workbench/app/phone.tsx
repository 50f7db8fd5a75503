/** A customer's phone and mailbox: what arrived, in the order in which it did, and the way to answer. */
import { useEffect, useRef } from 'preact/hooks';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { Empty } from '#lib/web/kit/parts.tsx';
import { Mailbox } from './mailbox.tsx';
import { Receipt } from './receipt.tsx';
import { Reply } from './reply.tsx';
import { type Bubble, isEmail, type Person, pieces, threadOf } from './thread.ts';
import { CHANNEL_NAMES, exactInstant, shortInstant } from './time.ts';

type Props = Person & { details: readonly CollectionResponse[] };

export function Customer({ name, addresses, messages, details }: Props) {
  const phone = addresses.find((address) => !address.includes('@')) ?? '';
  return (
    <aside class="customer" aria-label={`${name}: phone and mailbox`}>
      <Phone {...{ name, phone, details }} thread={threadOf(messages, details)} />
      <Mailbox emails={messages.filter(isEmail)} details={details} />
    </aside>
  );
}

type PhoneProps = Pick<Props, 'name' | 'details'> & { phone: string; thread: readonly Bubble[] };

function Phone({ name, phone, thread, details }: PhoneProps) {
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
        {length === 0 && (
          <Empty title="No messages yet.">
            <p class="small">“Next run”, at the top, moves the clock to the next one.</p>
          </Empty>
        )}
        {thread.map((bubble) => (
          <BubbleView key={bubble.key} bubble={bubble} details={details} />
        ))}
      </div>
      <Reply phone={phone} thread={thread} />
    </section>
  );
}

function BubbleView({ bubble, details }: Pick<Props, 'details'> & { bubble: Bubble }) {
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
      <Receipt message={message} details={details} />
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
