/** What the customer says of a collection and nobody has decided on: it is paid already, or something is wrong. */
import { type Signal, useSignal } from '@preact/signals';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { CLAIM_HOLDS_MS } from '#lib/domain/claim-holds.ts';
import { dateIn, dayIn, methodText, noonOf, reasonText } from '#lib/web/console/format.ts';
import type { Claim } from '#lib/web/console/recorded-payments.ts';
import { Field } from '#lib/web/kit/field.tsx';
import { Button, Panel } from '#lib/web/kit/parts.tsx';
import { AcceptDialog } from './accept-dialog.tsx';
import { ask } from './api.ts';
import { ActionDialog } from './dialog.tsx';
import { At } from './parts.tsx';
import { language, may, now, said, teller, words } from './state.ts';

type Dispute = NonNullable<CollectionResponse['disputes']>[number];

/** What is asked about, and what the reader wants to decide. */
type DecisionAsked =
  | { claim: Claim; decision: 'accepted' | 'rejected' }
  | { dispute: Dispute; resolution: 'upheld' | 'dismissed' };

type Props = { collection: CollectionResponse; reload: () => Promise<void> };

export function AnswersPanel({ collection, reload }: Props) {
  const asked = useSignal<DecisionAsked | undefined>(undefined);
  const { answers } = words.value;
  // Once all is paid, a claim says nothing new.
  const isPaid = collection.status === 'completed';
  const claims = (collection.claims ?? []).filter(({ status }) => status === 'open' && !isPaid);
  const disputes = (collection.disputes ?? []).filter(({ status }) => status === 'open');
  if (claims.length + disputes.length === 0) return null;
  const heldUntil = Math.min(...claims.map(({ madeAt }) => Date.parse(madeAt))) + CLAIM_HOLDS_MS;
  return (
    <Panel title={answers.title(collection.contact.firstName)}>
      <ul class="ledger">
        {claims.map((claim) => (
          <ClaimRow key={claim.id} claim={claim} heldUntil={heldUntil} asked={asked} />
        ))}
        {disputes.map((dispute) => (
          <DisputeRow key={dispute.id} dispute={dispute} asked={asked} />
        ))}
      </ul>
      {asked.value !== undefined && (
        <DecisionDialog
          collection={collection}
          asked={asked.value}
          reload={reload}
          onClose={() => {
            asked.value = undefined;
          }}
        />
      )}
    </Panel>
  );
}

type Choosing = { asked: Signal<DecisionAsked | undefined> };

const Choice = ({ asked, choice, children }: Choosing & { choice: DecisionAsked; children: string }) => (
  <Button
    look={'decision' in choice && choice.decision === 'accepted' ? 'main' : 'plain'}
    onClick={() => {
      asked.value = choice;
    }}
  >
    {children}
  </Button>
);

function ClaimRow({ claim, heldUntil, asked }: Choosing & { claim: Claim; heldUntil: number }) {
  const { answers } = words.value;
  const { amount, method, paidOn, transaction, madeAt } = claim;
  const day = dateIn(language.value)(noonOf(paidOn));
  return (
    <li>
      <p>
        <strong>{answers.claim(teller.value.money(amount), methodText(teller.value.words, method), day)}</strong>{' '}
        {transaction !== undefined && answers.transaction(transaction)}
      </p>
      <p class="small">
        <At at={Date.parse(madeAt)} /> ·{' '}
        {now.value < heldUntil ? answers.claimHint : answers.wentOn(dayIn(language.value)(heldUntil))}
      </p>
      {may('agent') && (
        <div class="buttons">
          <Choice asked={asked} choice={{ claim, decision: 'accepted' }}>
            {answers.accepted.action}
          </Choice>
          <Choice asked={asked} choice={{ claim, decision: 'rejected' }}>
            {answers.rejected.action}
          </Choice>
        </div>
      )}
    </li>
  );
}

function DisputeRow({ dispute, asked }: Choosing & { dispute: Dispute }) {
  const { answers } = words.value;
  const { reason, text, openedAt } = dispute;
  return (
    <li>
      <p>
        <strong>{answers.dispute(reasonText(teller.value.words, reason))}</strong>
      </p>
      {text !== undefined && <p class="bubble">{text}</p>}
      <p class="small">
        <At at={Date.parse(openedAt)} /> · {answers.disputeHint}
      </p>
      {may('agent') && (
        <div class="buttons">
          <Choice asked={asked} choice={{ dispute, resolution: 'upheld' }}>
            {answers.upheld.action}
          </Choice>
          <Choice asked={asked} choice={{ dispute, resolution: 'dismissed' }}>
            {answers.dismissed.action}
          </Choice>
        </div>
      )}
    </li>
  );
}

function DecisionDialog({ collection, asked, reload, onClose }: Props & { asked: DecisionAsked; onClose: () => void }) {
  const note = useSignal('');
  if ('claim' in asked && asked.decision === 'accepted')
    return <AcceptDialog {...{ collection, claim: asked.claim, reload, onClose }} />;
  const { answers } = words.value;
  const { action: title, intro, done } = answers['claim' in asked ? asked.decision : asked.resolution];
  const send = async () => {
    const path = `public/collections/${collection.id}`;
    if ('claim' in asked) {
      await ask('POST', `${path}/claims/${asked.claim.id}`, { body: { decision: asked.decision } });
    } else {
      const { dispute, resolution } = asked;
      const body = { resolution, ...(note.value.trim() !== '' && { note: note.value.trim() }) };
      await ask('POST', `${path}/disputes/${dispute.id}`, { body });
    }
    said.value = done;
    await reload();
  };
  return (
    <ActionDialog {...{ title, intro, submit: title, send, onClose }} onRefused={() => void reload()}>
      {(faults) =>
        'dispute' in asked && (
          <Field
            name="note"
            label={words.value.payment.note}
            value={note.value}
            maxLength={500}
            fault={faults['note']}
            onInput={(text) => {
              note.value = text;
            }}
          />
        )
      }
    </ActionDialog>
  );
}
