import { afterEach, expect, it } from 'vitest';

import { readMatchingRules } from './matching-rules.ts';

const config = { hub: '/__annotate', appId: '.', projectRoot: '/app', appRoot: '/app', base: '/' };

afterEach(() => {
  document.body.replaceChildren();
  for (const style of document.head.querySelectorAll('style[data-test]')) style.remove();
});

function addSheet(css: string, id?: string): void {
  const style = document.createElement('style');
  style.dataset.test = '';
  if (id !== undefined) style.setAttribute('data-vite-dev-id', id);
  style.textContent = css;
  document.head.append(style);
}

function addButton(html = '<button class="button svelte-abc123"><b>Save</b></button>'): Element {
  document.body.innerHTML = html;
  const found = document.body.firstElementChild;
  if (found === null) throw new Error('There is no element.');
  return found;
}

it('has the rules for the element itself, with their state, condition and file, those that apply first', async () => {
  addSheet(
    `.button.svelte-abc123:hover { color: red }
     @media print { .button { color: black } }
     .button { color: blue; padding: 1px 2px }
     .button b { color: green }
     .other { color: gray }`,
    '/app/src/a.css?t=1',
  );
  addSheet('button { margin: 0px }');
  expect(await readMatchingRules(addButton(), config)).toEqual([
    { selector: '.button', file: 'src/a.css', declarations: ['color: blue', 'padding: 1px 2px'] },
    { selector: 'button', declarations: ['margin: 0px'] },
    { selector: '.button:hover', inactive: true, file: 'src/a.css', declarations: ['color: red'] },
    {
      selector: '.button',
      condition: '@media print',
      inactive: true,
      file: 'src/a.css',
      declarations: ['color: black'],
    },
  ]);
});

it('is bounded, and keeps the last rules that apply', async () => {
  addSheet(Array.from({ length: 60 }, (_, n) => `.button { z-index: ${n} }`).join('\n'));
  const rules = await readMatchingRules(addButton(), config);
  expect(rules).toHaveLength(25);
  expect(rules.at(-1)?.declarations).toEqual(['z-index: 59']);
});

it('says nothing of what is secret on the page, nor of an element that has left it', async () => {
  const key = ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_');
  addSheet(`.button { background-image: url("/x?token=${key}") }`);
  const button = addButton();
  expect(JSON.stringify(await readMatchingRules(button, config))).not.toContain(key);
  button.remove();
  expect(await readMatchingRules(button, config)).toEqual([]);
});

/** `file` and its lines 3 and 8, for the first and the third line of a sheet. */
function mapOf(file: string): string {
  const map = { version: 3, sources: [file], names: [], mappings: 'AAEA;;AAKA' };
  return `data:application/json;base64,${btoa(JSON.stringify(map))}`;
}

it('has the line in the source that a style sheet was compiled from', async () => {
  const css = '.button { color: blue }\n\n.button:hover { color: red }\n';
  addSheet(`${css}/*# sourceMappingURL=${mapOf('/app/src/a.scss')} */`);
  addSheet(`.button { top: 0px }\n/*# sourceMappingURL=${mapOf('/elsewhere/b.scss')} */`);
  expect(await readMatchingRules(addButton(), config)).toMatchObject([
    { selector: '.button', file: 'src/a.scss', line: 3 },
    { declarations: ['top: 0px'] },
    { selector: '.button:hover', file: 'src/a.scss', line: 8 },
  ]);
});
