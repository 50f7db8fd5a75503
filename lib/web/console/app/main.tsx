/** The merchant console: what is unpaid, what was said to whom, and what to do about it. */
import '#lib/web/kit/kit.css';
import './style.css';
import './screens.css';
import './figures.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { start } from './session.ts';
import { firstLanguage, speak } from './state.ts';

/** The words are a file of their own, which the network may lose. */
async function untilSpeaking(): Promise<void> {
  try {
    await speak(firstLanguage());
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await untilSpeaking();
  }
}

const root = document.getElementById('app');
await untilSpeaking();
if (root !== null) render(<App />, root);
// Back from the company's own directory.
if (location.search !== '') (await import('./company.ts')).comeBack();
start();
