import { Unusable } from '../chain.mjs';
import { checkAll } from './checks.mjs';
import { headlineOf } from './said.mjs';

/** The page of verifier.html: files in, and in plain words what holds, what is wrong, and what was not checked. */

const at = (id) => document.getElementById(id);
let dropped = [];
/** A check that is overtaken by another says nothing. */
let newest = 0;

function made(name, className, ...content) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...content);
  return element;
}

function row(className, mark, text) {
  return made('li', '', made('strong', className, mark), made('span', '', text));
}

function shown({ title, headline, findings, lines, unusable }) {
  const section = made('section', '');
  const [first] = findings;
  section.append(made('h2', first ? 'wrong' : '', headline), made('p', 'count', title));
  const list = made('ul', '');
  for (const finding of findings) list.append(row('wrong', 'Wrong', made('span', 'wrong count finding', finding)));
  if (unusable) list.append(row('open', 'Not checked', unusable));
  for (const { mark, text } of lines) list.append(row(mark === 'Holds' ? 'holds' : 'open', mark, text));
  if (first) list.append(row('open', 'Not checked', 'Whatever comes after the first thing that is wrong.'));
  section.append(list);
  return section;
}

function given() {
  const pasted = at('pasted').value.trim();
  return [...dropped, ...(pasted === '' ? [] : [new File([pasted], 'What you pasted')])];
}

async function check() {
  newest += 1;
  const own = newest;
  const bar = at('progress');
  const progress = (read, all) => {
    if (own === newest) bar.value = all === 0 ? 1 : read / all;
  };
  bar.hidden = false;
  at('said').replaceChildren();
  let said;
  try {
    const options = { key: at('key').value.trim(), isPart: at('part').checked, progress };
    said = (await checkAll(given(), options)).map(shown);
  } catch (error) {
    const unusable = error instanceof Unusable ? error.message : `The files could not be read (${error.name}).`;
    const part = { title: '', findings: [], lines: [], unusable };
    said = [shown({ ...part, headline: headlineOf(part) })];
  }
  if (own !== newest) return;
  bar.hidden = true;
  at('said').replaceChildren(...said);
}

function take(files) {
  dropped = [...files];
  at('chosen').textContent = dropped.map(({ name }) => name).join(', ');
  if (dropped.length > 0) void check();
}

at('files').addEventListener('change', ({ target }) => take(target.files));
document.forms[0].addEventListener('submit', (event) => {
  event.preventDefault();
  void check();
});
for (const type of ['dragover', 'dragleave', 'drop']) {
  // A file that is dropped elsewhere would replace the page.
  document.addEventListener(type, (event) => {
    event.preventDefault();
    at('drop').classList.toggle('over', type === 'dragover');
    if (type === 'drop') take(event.dataTransfer.files);
  });
}
