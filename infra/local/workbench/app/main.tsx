/** The developer workbench: everything that the local run does, to be seen and driven from one page. */
import '#lib/web/kit/kit.css';
import './style.css';
import './screens.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { start } from './refresh.ts';

const root = document.getElementById('app');
if (root !== null) render(<App />, root);
start();
