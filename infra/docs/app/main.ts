/** What a browser adds to the pages of the documentation: a search, buttons that copy, one language of samples for all, and calls that run here. */
import type { SearchEntry } from '#infra/docs/site.ts';
import { search } from './search.ts';

declare global {
  var docsIndex: readonly SearchEntry[];
}

const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  given: Partial<HTMLElementTagNameMap[Name]> = {},
): HTMLElementTagNameMap[Name] => Object.assign(document.createElement(name), given);

function addCopying(): void {
  for (const pre of document.querySelectorAll('pre')) {
    const button = element('button', { type: 'button', className: 'copy', textContent: 'Copy' });
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(pre.textContent ?? '');
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2_000);
    });
    const block = element('div', { className: 'block' });
    pre.replaceWith(block);
    block.append(pre, button);
  }
}

const LANGUAGE = 'docs-language';

/** Who opens one sample in a language wants all others in it, too. */
function keepLanguage(): void {
  const samples = [...document.querySelectorAll<HTMLDetailsElement>('.samples details')];
  const show = (language: string | null) => {
    for (const each of samples) if (each.dataset['language'] === language) each.open = true;
  };
  show(localStorage.getItem(LANGUAGE));
  for (const each of samples)
    each.querySelector('summary')?.addEventListener('click', (event) => {
      const { language = '' } = each.dataset;
      if (each.open) return;
      event.preventDefault();
      localStorage.setItem(LANGUAGE, language);
      show(language);
    });
}

let fields = 0;

function labelled<Field extends HTMLInputElement | HTMLTextAreaElement>(form: HTMLElement, text: string, field: Field) {
  fields += 1;
  field.id = `run-${fields}`;
  form.append(element('label', { htmlFor: field.id, textContent: text }), field);
  return field;
}

function addRunning(): void {
  for (const place of document.querySelectorAll<HTMLElement>('.run')) {
    const { method = 'GET', path = '', key, body } = place.dataset;
    const form = element('form');
    const address = labelled(form, 'Address', element('input', { value: path, required: true }));
    const sent =
      body === undefined ? undefined : labelled(form, 'Body', element('textarea', { value: body, rows: 12 }));
    form.append(element('button', { textContent: `Send ${method}` }));
    const answer = element('pre', { hidden: true });
    answer.setAttribute('role', 'status');
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const headers = { ...(key && { 'x-api-key': key }), ...(sent && { 'content-type': 'application/json' }) };
      const asked = { method, headers, ...(sent && { body: sent.value }) };
      answer.textContent = await fetch(address.value, asked).then(shown, (error: Error) => error.message);
      answer.hidden = false;
    });
    const folded = element('details');
    folded.append(element('summary', { textContent: 'Run it here' }), form, answer);
    place.append(folded);
  }
}

async function shown(response: Response): Promise<string> {
  const text = await response.text();
  try {
    return `${response.status}\n${JSON.stringify(JSON.parse(text), null, 2)}`;
  } catch {
    return `${response.status}\n${text}`;
  }
}

const MAX_SHOWN = 12;

/** `/` leads to the field, the arrows to what was found, Enter opens it, Escape closes. */
function addSearch(): void {
  const place = document.querySelector('#search');
  if (place === null) return;
  const field = element('input', { type: 'search', placeholder: 'Search (press /)', autocomplete: 'off' });
  field.setAttribute('aria-label', 'Search the documentation');
  field.setAttribute('role', 'combobox');
  field.setAttribute('aria-controls', 'found');
  field.setAttribute('aria-expanded', 'false');
  const list = element('ul', { id: 'found', hidden: true });
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Found');
  place.append(field, list);
  let at = 0;
  const links = () => [...list.querySelectorAll('a')];
  const choose = (next: number) => {
    const all = links();
    at = all.length === 0 ? 0 : (next + all.length) % all.length;
    for (const [index, each] of all.entries()) each.setAttribute('aria-selected', String(index === at));
    const chosen = all[at];
    if (chosen !== undefined) field.setAttribute('aria-activedescendant', chosen.id);
    chosen?.scrollIntoView({ block: 'nearest' });
  };
  const show = (isOpen: boolean) => {
    list.hidden = !isOpen;
    field.setAttribute('aria-expanded', String(isOpen));
  };
  field.addEventListener('input', () => {
    const found = search(globalThis.docsIndex, field.value).slice(0, MAX_SHOWN);
    list.replaceChildren(...found.map((each, index) => entry(each, index)));
    if (found.length === 0) list.append(nothing());
    show(field.value.trim() !== '');
    choose(0);
  });
  field.addEventListener('keydown', (event) => {
    const { key } = event;
    if (key === 'Escape') show(false);
    else if (key === 'Enter') links()[at]?.click();
    else if (key === 'ArrowDown') choose(at + 1);
    else if (key === 'ArrowUp') choose(at - 1);
    else return;
    event.preventDefault();
  });
  list.addEventListener('click', () => show(false));
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
  });
}

function entry({ title, href, kind, words }: SearchEntry, index: number): HTMLElement {
  const item = element('li');
  item.setAttribute('role', 'presentation');
  const link = element('a', { href, textContent: title, id: `found-${index}` });
  link.setAttribute('role', 'option');
  link.append(element('small', { textContent: words.startsWith(title) ? words.slice(title.length) : words || kind }));
  item.append(link);
  return item;
}

function nothing(): HTMLElement {
  const item = element('li', { textContent: 'Nothing found' });
  item.setAttribute('role', 'presentation');
  return item;
}

/** An address of before the reference had pages. */
function moveOn(): void {
  const id = location.hash.slice(1);
  if (id === '' || document.getElementById(id) !== null) return;
  const found = globalThis.docsIndex.find(({ href }) => href.endsWith(`#${id}`));
  if (found !== undefined) location.replace(found.href);
}

moveOn();
addSearch();
keepLanguage();
addCopying();
addRunning();
