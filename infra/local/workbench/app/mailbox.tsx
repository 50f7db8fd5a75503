/** The customer's emails; one that is opened is shown as a mail program shows it. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { SentMessage } from '#infra/local/fakes/outbox.ts';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { Button } from '#lib/web/kit/parts.tsx';
import { At } from './parts.tsx';
import { Receipt } from './receipt.tsx';
import { payLinkIn } from './thread.ts';

type Details = readonly CollectionResponse[];

export function Mailbox({ emails, details }: { emails: readonly SentMessage[]; details: Details }) {
  const opened = useSignal<string | undefined>(undefined);
  const email = emails.find(({ id }) => id === opened.value);
  return (
    <section class="panel mailbox" aria-label="Mailbox">
      <h2>Mailbox</h2>
      {emails.length === 0 ? (
        <p class="small">No emails yet.</p>
      ) : (
        <ul>
          {emails.toReversed().map(({ id, subject, text, sentAt }) => (
            <li key={id}>
              <button
                type="button"
                class="mail"
                onClick={() => {
                  opened.value = id;
                }}
              >
                <span class="row">
                  <strong>{subject ?? 'Without a subject'}</strong>
                </span>
                <span class="small preview">{text.replace(/\s+/g, ' ').slice(0, 90)}</span>
                <span class="small">
                  <At at={Date.parse(sentAt)} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {email !== undefined && (
        <Opened
          email={email}
          details={details}
          onClose={() => {
            opened.value = undefined;
          }}
        />
      )}
    </section>
  );
}

/** A dialog of the browser: it takes the focus, keeps it, and gives it back. */
function Opened({ email, details, onClose }: { email: SentMessage; details: Details; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const link = payLinkIn(email.text);
  return (
    <dialog class="letter" ref={dialog} onClose={onClose} aria-label={email.subject ?? 'Email'}>
      <header class="panel-head">
        <h2>{email.subject}</h2>
        <Button onClick={() => dialog.current?.close()}>Close</Button>
      </header>
      <p class="small">
        To {email.to}, <At at={Date.parse(email.sentAt)} />
      </p>
      {email.html === undefined ? (
        <p class="text">{email.text}</p>
      ) : (
        <iframe
          title="The email"
          src={`/_local/messages/${encodeURIComponent(email.id)}/html`}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        />
      )}
      <div class="buttons">
        {link !== undefined && (
          <a class="button main" href={link} target="_blank" rel="noopener noreferrer">
            Open its payment page
          </a>
        )}
        <Receipt message={email} details={details} />
      </div>
    </dialog>
  );
}
