/** The frame of the console: who is signed in, the screens, and what is said about the last action. */
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Button, Hidden } from '#lib/web/kit/parts.tsx';
import { factsOf, LANGUAGES, type Language } from '#lib/words/languages.ts';
import { countText, countWaiting, waiting } from './attention.ts';
import { CustomersScreen } from './customers-screen.tsx';
import { HomeScreen } from './home-screen.tsx';
import { Icon, type Place } from './icon.tsx';
import { lazy } from './lazy.tsx';
import { Loading, Trouble } from './parts.tsx';
import { linkTo, type Route } from './route.ts';
import { leave, renew } from './session.ts';
import { choose, isExpired, language, may, member, route, said, session, undo, words } from './state.ts';
import { TodayScreen } from './today-screen.tsx';

const CollectionsScreen = lazy(async () => (await import('./collections-screen.tsx')).CollectionsScreen);
const CollectionScreen = lazy(async () => (await import('./collection-screen.tsx')).CollectionScreen);
const ActivityScreen = lazy(async () => (await import('./activity-screen.tsx')).ActivityScreen);
const PaymentsScreen = lazy(async () => (await import('./payments-screen.tsx')).PaymentsScreen);
const CustomerScreen = lazy(async () => (await import('./customer-screen.tsx')).CustomerScreen);
const CreateScreen = lazy(async () => (await import('./create-screen.tsx')).CreateScreen);
const ImportScreen = lazy(async () => (await import('./import-screen.tsx')).ImportScreen);
const EnterScreen = lazy(async () => (await import('./enter-screen.tsx')).EnterScreen);
const MembersScreen = lazy(async () => (await import('./members-screen.tsx')).MembersScreen);
const AuditScreen = lazy(async () => (await import('./members-screen.tsx')).AuditScreen);
const SettingsScreen = lazy(async () => (await import('./settings-screen.tsx')).SettingsScreen);
const DevelopersScreen = lazy(async () => (await import('./developers-screen.tsx')).DevelopersScreen);
const StatementScreen = lazy(async () => (await import('./paper-screens.tsx')).StatementScreen);
const ReceiptScreen = lazy(async () => (await import('./paper-screens.tsx')).ReceiptScreen);

function Screen({ screen, id, query }: Route) {
  if (screen === 'home') return <HomeScreen query={query} />;
  if (screen === 'today') return <TodayScreen query={query} />;
  if (screen === 'customers')
    return id === undefined ? <CustomersScreen query={query} /> : <CustomerScreen key={id} id={id} />;
  if (screen === 'payments') return <PaymentsScreen query={query} />;
  if (screen === 'statement' && id !== undefined) return <StatementScreen id={id} query={query} />;
  if (screen === 'receipt' && id !== undefined) return <ReceiptScreen key={id} id={id} query={query} />;
  if (screen === 'activity') return <ActivityScreen query={query} />;
  if (screen === 'members') return <MembersScreen />;
  if (screen === 'settings') return <SettingsScreen />;
  if (screen === 'developers') return <DevelopersScreen {...{ query, ...(id !== undefined && { id }) }} />;
  if (screen === 'audit') return <AuditScreen />;
  if (id === 'new') return <CreateScreen />;
  if (id === 'import') return <ImportScreen />;
  if (id !== undefined) return <CollectionScreen key={id} id={id} />;
  return <CollectionsScreen query={query} />;
}

/** Long enough to be read twice. */
const SAID_MS = 8000;

export function App() {
  const { screen, id, query } = route.value;
  const main = useRef<HTMLElement>(null);
  const place = `${screen}/${id ?? ''}`;
  const isFirst = useRef(true);
  // Who goes to another screen hears its name; a filter only changes what is shown.
  useEffect(() => {
    if (!isFirst.current) main.current?.querySelector('h1')?.focus({ preventScroll: true });
    if (!isFirst.current) window.scrollTo(0, 0);
    isFirst.current = false;
    said.value = '';
  }, [place]);
  useEffect(() => {
    document.documentElement.lang = language.value;
    return keepTitle(main.current, typeof session.value === 'string' ? words.value.title : session.value.account.name);
  });
  useEffect(() => {
    const timer = setTimeout(() => {
      said.value = '';
    }, SAID_MS);
    return () => clearTimeout(timer);
  }, [said.value]);
  const isIn = typeof session.value !== 'string';
  return (
    <>
      <button type="button" class="skip button" onClick={() => main.current?.focus()}>
        {words.value.skip}
      </button>
      <Top />
      <main ref={main} id="main" tabIndex={-1}>
        {isIn && screen !== 'enter' ? (
          <div key={member.value?.id} hidden={isExpired.value}>
            <Screen {...{ screen, query, ...(id !== undefined && { id }) }} />
          </div>
        ) : (
          <Door />
        )}
        {isExpired.value && screen !== 'enter' && <Expired />}
      </main>
      <p class="said" role="status">
        {said.value}
        {undo.value !== undefined && (
          <Button look="quiet" onClick={() => void undo.value?.()}>
            {words.value.today.undo}
          </Button>
        )}
      </p>
    </>
  );
}

/** A tab, the history and a screen reader have the name of what is on the screen, when it has one. Answers how to stop. */
function keepTitle(screen: HTMLElement | null, account: string): () => void {
  const show = () => {
    const heading = screen?.querySelector('h1');
    const name = heading?.dataset['title'] ?? heading?.textContent;
    document.title = [name, account].filter(Boolean).join(' – ');
  };
  show();
  const observer = new MutationObserver(show);
  if (screen !== null) observer.observe(screen, { childList: true, subtree: true, characterData: true });
  return () => observer.disconnect();
}

/** Above all that is open, which may be a dialog: only what is shown last in this way can be used. */
function Expired() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="expired" onCancel={(event) => event.preventDefault()}>
      <EnterScreen token={undefined} />
    </dialog>
  );
}

function Door() {
  const { screen, id, query } = route.value;
  const company = id === 'company' ? (query.get('account') ?? '') : undefined;
  if (screen === 'enter') return <EnterScreen key={id} token={id} company={company} />;
  if (session.value === 'out') return <EnterScreen token={undefined} />;
  return session.value === 'away' ? <Trouble problem="unreachable" retry={() => void renew()} /> : <Loading />;
}

function Top() {
  const { nav, menu, test, testHint, signOut } = words.value;
  const at = session.value;
  const { screen } = route.value;
  const link = (to: Place) => (
    <a href={linkTo(to)} aria-current={screen === to ? 'page' : undefined}>
      <Icon of={to} />
      {nav[to]}
      {to === 'today' && <Waiting />}
    </a>
  );
  return (
    <header class="top">
      <div class="brand">
        <span class="mark" aria-hidden="true" />
        <span class="account">{typeof at === 'string' ? words.value.title : at.account.name}</span>
        {typeof at !== 'string' && at.account.mode === 'test' && (
          <span class="status test" title={testHint}>
            {test}
          </span>
        )}
      </div>
      {typeof at !== 'string' && (
        <nav aria-label={menu}>
          {link('home')}
          {link('today')}
          {link('customers')}
          {link('collections')}
          {link('payments')}
          {link('members')}
          {may('admin') && link('settings')}
          {may('admin') && link('developers')}
          {may('admin') && link('audit')}
        </nav>
      )}
      <div class="who">
        <Languages />
        {typeof at !== 'string' && (
          <>
            <span class="name">
              {at.member.name}
              <small>{words.value.roles[at.member.role]}</small>
            </span>
            <Button look="quiet" onClick={() => void leave().catch(() => renew())}>
              {signOut}
            </Button>
          </>
        )}
      </div>
    </header>
  );
}

const COUNTED_EVERY_MS = 60_000;

/** How much is waiting for a person. */
function Waiting() {
  useEffect(() => {
    void countWaiting();
    const timer = setInterval(() => {
      if (!document.hidden && !isExpired.value) void countWaiting();
    }, COUNTED_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const count = waiting.value?.length ?? 0;
  return count === 0 ? null : <span class="count">{countText(count)}</span>;
}

function Languages() {
  return (
    <label class="language">
      <Hidden>{words.value.language}</Hidden>
      <select
        class="button quiet"
        value={language.value}
        onChange={({ currentTarget }) => void choose(currentTarget.value as Language)}
      >
        {LANGUAGES.map((each) => (
          <option key={each} value={each} lang={each}>
            {factsOf(each).name}
          </option>
        ))}
      </select>
    </label>
  );
}
