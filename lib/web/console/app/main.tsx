/** The merchant console: what is unpaid, what was said to whom, and what to do about it. */
import '#lib/web/kit/kit.css';
import './style.css';
import './screens.css';
import './figures.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { start } from './session.ts';

const root = document.getElementById('app');
if (root !== null) render(<App />, root);
start();
