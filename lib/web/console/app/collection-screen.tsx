/** One collection: did the money arrive, what was said to the customer, and what comes next. */
import { useEffect } from 'preact/hooks';
import { longIn } from '#lib/web/console/format.ts';
import { expiresAt, isPayable } from '#lib/web/console/timeline.ts';
import { Panel } from '#lib/web/kit/parts.tsx';
import { Actions } from './actions.tsx';
import { AnswersPanel } from './answers-panel.tsx';
import { Due, nameOf } from './collection-table.tsx';
import { aboutOf, type Detail, excessOf, payLinkOf, readDetail } from './detail.ts';
import { useLoad } from './load.ts';
import { Copy, Curls, Loading, Status, Trouble } from './parts.tsx';
import { NextMessageLine, Payments } from './payments.tsx';
import { linkTo } from './route.ts';
import { language, may, teller, words } from './state.ts';
import { TimelineView } from './timeline-view.tsx';

const READ_EVERY_MS = 15_000;

export function CollectionScreen({ id }: { id: string }) {
  const { data, problem, reload } = useLoad(id, () => readDetail(id));
  // A payment, a receipt or a reply may come while somebody is on the phone with the customer.
  useEffect(() => {
    const again = () => {
      if (!document.hidden && document.querySelector('dialog') === null) void reload();
    };
    const timer = setInterval(again, READ_EVERY_MS);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, [id]);
  return (
    <>
      <a class="back" href={linkTo('collections')} onClick={goBack}>
        <span aria-hidden="true">←</span> {words.value.one.back}
      </a>
      {problem !== undefined && <Trouble problem={problem} retry={() => void reload()} />}
      {data !== undefined && <Shown detail={data} reload={reload} />}
      {data === undefined && problem === undefined && (
        <>
          <h1 tabIndex={-1} class="hidden-text">
            {words.value.one.summary}
          </h1>
          <Loading />
        </>
      )}
    </>
  );
}

/** To the list as it was filtered, when that is where the reader comes from. */
function goBack(event: Event): void {
  const before = sessionStorage.getItem('list');
  if (before === null) return;
  event.preventDefault();
  location.hash = before;
}

type Props = { detail: Detail; reload: () => Promise<void> };

function Shown({ detail, reload }: Props) {
  const { collection } = detail;
  const { id, contact, reference, status } = collection;
  const path = `public/collections/${id}`;
  return (
    <article class="one">
      <header class="one-head">
        <div>
          <h1 tabIndex={-1} data-title={`${nameOf(contact)} · ${reference}`}>
            {nameOf(contact)}
          </h1>
          <p class="reference">{reference}</p>
        </div>
        <div class="state">
          <Status status={status} />
          <Due collection={collection} />
        </div>
      </header>
      <section class="panel summary" aria-label={words.value.one.summary}>
        <Sums detail={detail} />
        <NextMessageLine detail={detail} />
        {may('agent') && <Actions detail={detail} reload={reload} />}
      </section>
      <AnswersPanel collection={collection} reload={reload} />
      <div class="columns">
        <TimelineView detail={detail} />
        <div class="aside">
          <Payments detail={detail} reload={reload} />
          <Customer detail={detail} />
        </div>
      </div>
      <Curls calls={[{ path }, { path: `${path}/follow-ups` }, { path: `${path}/payments` }]} />
    </article>
  );
}

/** A long one has smaller letters on a phone, as it does not break. */
const Sum = ({ text }: { text: string }) => <dd style={{ '--length': text.length }}>{text}</dd>;

function Sums({ detail: { collection } }: Pick<Props, 'detail'>) {
  const { asked, received, left, notReceived, tooMuch, expires } = words.value.one;
  const { money } = teller.value;
  const { amount, balance } = collection;
  const isOpen = isPayable(collection);
  const excess = excessOf(collection);
  // What was marked as paid is not asked for any more.
  const isMarked = collection.status === 'completed' && balance.outstanding.value > 0;
  return (
    <>
      <dl class="sums">
        <div class={isOpen ? 'left open-sum' : 'left'}>
          <dt>{isMarked ? notReceived : left}</dt>
          <Sum text={money(balance.outstanding)} />
        </div>
        <div>
          <dt>{received}</dt>
          <Sum text={money(balance.received)} />
        </div>
        {balance.credited !== undefined && (
          <div>
            <dt>{words.value.kinds['credit']}</dt>
            <Sum text={money(balance.credited)} />
          </div>
        )}
        <div>
          <dt>{asked}</dt>
          <Sum text={money(amount)} />
        </div>
      </dl>
      {excess > 0 && <p class="notice wait">{tooMuch(money({ ...amount, value: excess }))}</p>}
      {isOpen && <p class="small">{expires(longIn(language.value)(expiresAt(collection)))}</p>}
    </>
  );
}

function Customer({ detail: { collection } }: Pick<Props, 'detail'>) {
  const { contact: title, phone, email, about, paymentPage, openPage, copyLink } = words.value.one;
  const { contact } = collection;
  const link = payLinkOf(collection);
  const what = aboutOf(collection);
  return (
    <Panel title={title} aside={<a href={linkTo('customers', contact.id)}>{words.value.customers.open}</a>}>
      <dl class="facts">
        <dt>{phone}</dt>
        <dd>
          <a href={`tel:${contact.phone}`}>{contact.phone}</a>
        </dd>
        <dt>{email}</dt>
        <dd>
          <a href={`mailto:${contact.email}`}>{contact.email}</a>
        </dd>
        {what !== undefined && (
          <>
            <dt>{about}</dt>
            <dd>{what}</dd>
          </>
        )}
        {link !== undefined && (
          <>
            <dt>{paymentPage}</dt>
            <dd class="buttons">
              <a href={link} target="_blank" rel="noopener noreferrer">
                {openPage}
              </a>
              <Copy text={link} label={copyLink} />
            </dd>
          </>
        )}
      </dl>
    </Panel>
  );
}
