/** A customer's phone and mailbox: what arrived, in the order in which it did, and the way to answer. */

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { REPLY_CHANNELS } from '#lib/domain/channels/channels.ts';
import { Button, Empty } from '#lib/web/kit/parts.tsx';
import { attempt, local } from './api.ts';
import { Mailbox } from './mailbox.tsx';
import { Receipt } from './receipt.tsx';
import { refresh } from './refresh.ts';
import { said } from './state.ts';
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

const USUAL = ['I will pay on Friday', 'STOP', 'START', 'HELP'];

type ReplyProps = { phone: string; thread: readonly Bubble[] };

function Reply({ phone, thread }: ReplyProps) {
  const text = useSignal('');
  const chosen = useSignal<string | undefined>(undefined);
  const last = thread.findLast((bubble) => bubble.kind === 'theirs');
  if (last === undefined) return null;
  const channel = chosen.value ?? last.message.channel;
  const answer = (words: string) => {
    if (words.trim() === '') return;
    void attempt(async () => {
      const answered = thread.findLast((bubble) => bubble.kind === 'theirs' && bubble.message.channel === channel);
      const from = answered?.kind === 'theirs' ? answered.message.to : phone;
      await local('POST', 'inbound', { channel, from, text: words });
      said.value = 'The reply was received.';
      text.value = '';
      await refresh();
    });
  };
  return (
    <form
      class="reply"
      onSubmit={(event) => {
        event.preventDefault();
        answer(text.value);
      }}
    >
      <div class="usual">
        {USUAL.map((words) => (
          <Button key={words} look="quiet" onClick={() => answer(words)}>
            {words}
          </Button>
        ))}
      </div>
      <div class="line">
        <select
          aria-label="Reply by"
          value={channel}
          onChange={({ currentTarget }) => {
            chosen.value = currentTarget.value;
          }}
        >
          {REPLY_CHANNELS.map((each) => (
            <option key={each} value={each}>
              {CHANNEL_NAMES[each]}
            </option>
          ))}
        </select>
        <input
          aria-label="Reply as the customer"
          placeholder="Reply"
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
          }}
        />
        <Button submit look="main">
          Send
        </Button>
      </div>
    </form>
  );
}
