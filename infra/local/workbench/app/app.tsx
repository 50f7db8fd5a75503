/** The frame of the workbench: the clock on top, the screens, and what is said about the last action. */

import { AccountScreen } from './account-screen.tsx';
import { Clock } from './clock.tsx';
import { FaultsScreen } from './faults-screen.tsx';
import { MessagesScreen } from './messages-screen.tsx';
import { ConsoleLink } from './parts.tsx';
import { linkTo, SCREENS, type Screen } from './route.ts';
import { SchedulesScreen } from './schedules-screen.tsx';
import { faults, isConnected, messages, problem, receiver, route, said, schedules } from './state.ts';
import { WebhooksScreen } from './webhooks-screen.tsx';

const VIEWS: Readonly<Record<Screen, () => preact.JSX.Element>> = {
  messages: MessagesScreen,
  schedules: SchedulesScreen,
  webhooks: WebhooksScreen,
  faults: FaultsScreen,
  account: AccountScreen,
};

export function App() {
  const View = VIEWS[route.value.screen];
  return (
    <>
      <header class="top">
        <div class="brand">
          <a class="wordmark" href={linkTo('messages')}>
            <span class="mark" aria-hidden="true" />
            Collections
          </a>
          <span class="where">workbench</span>
        </div>
        <Clock />
        <Navigation />
      </header>
      <Notices />
      <main>
        <h1 class="hidden-text">{SCREENS[route.value.screen]}</h1>
        <View />
      </main>
      <p class="hidden-text" role="status">
        {said.value}
      </p>
    </>
  );
}

function Navigation() {
  const counts: Partial<Record<Screen, number>> = {
    messages: messages.value.length,
    schedules: schedules.value.length,
    webhooks: receiver.value.webhooks.length,
    faults: faults.value.reduce((sum, { times }) => sum + times, 0),
  };
  return (
    <nav aria-label="Screens">
      {(Object.keys(SCREENS) as Screen[]).map((screen) => (
        <a key={screen} href={linkTo(screen)} aria-current={route.value.screen === screen ? 'page' : undefined}>
          {SCREENS[screen]}
          {counts[screen] ? <span class={`count ${screen}`}>{counts[screen]}</span> : null}
        </a>
      ))}
      <ConsoleLink look="elsewhere">Console</ConsoleLink>
      <a href="/docs">Docs</a>
    </nav>
  );
}

function Notices() {
  return (
    <div class="notices">
      {!isConnected.value && (
        <p role="alert" class="notice bad">
          The local run does not answer. This page goes on by itself when <code>npm start</code> runs again.
        </p>
      )}
      {problem.value !== undefined && (
        <p role="alert" class="notice bad">
          {problem.value}
        </p>
      )}
    </div>
  );
}
