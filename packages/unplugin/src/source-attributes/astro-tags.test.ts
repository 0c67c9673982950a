import { expect, it } from 'vitest';

import { loadAstroParser, readAstroTags } from './astro-tags.ts';
import { markAstro } from './astro.ts';
import { parseScript } from './parse-script.ts';

/** What the compiler of Astro 6 answers, without the parts that are not read. */
const node = (type: string, name: string, at: number, children: object[] = [], slot?: string) => ({
  type,
  name,
  position: { start: { offset: at } },
  attributes: slot === undefined ? [] : [{ name: 'slot', kind: 'quoted', value: slot }],
  children,
});

const source = '<é><Card><p slot="z">ö</p>\n<i>a</i></Card><head><b>x</b></head>';
const bytesBefore = (text: string) => Buffer.byteLength(source.slice(0, source.indexOf(text)));
const ast = node('root', '', 0, [
  node('component', 'Card', 4, [
    node('element', 'p', bytesBefore('<p'), [], 'z'),
    node('element', 'i', bytesBefore('<i')),
  ]),
  node('element', 'head', 0, [node('element', 'b', 0)]),
]);

it('lists tags in the order of the compiler, which writes slots by their names', async () => {
  expect(await readAstroTags(source, () => Promise.resolve({ ast }))).toEqual([
    { name: 'Card', isComponent: true, offset: source.indexOf('<Card') },
    { name: 'i', isComponent: false, offset: source.indexOf('<i') },
    { name: 'p', isComponent: false, offset: source.indexOf('<p') },
  ]);
});

it('lists nothing where one expression fills several slots, or a position has another tag', async () => {
  const two = node('expression', '', 0, [node('element', 'p', 0, [], 'a'), node('element', 'p', 0, [], 'b')]);
  const unclear = node('root', '', 0, [node('component', 'Card', 0, [two])]);
  expect(await readAstroTags('<p>', () => Promise.resolve({ ast: unclear }))).toBeNull();
  const wrong = node('root', '', 0, [node('element', 'q', 0)]);
  expect(await readAstroTags('<p>', () => Promise.resolve({ ast: wrong }))).toBeNull();
});

it('marks a module by that order, and not at all where the tags are others', () => {
  const code =
    '$$render`${$$renderComponent(Card, {"default": () => $$render`<i>a</i>`, "z": () => $$render`<p>ö</p>`})}`';
  const map = { sourcesContent: [source] };
  const tags = [
    { name: 'i', isComponent: false, offset: source.indexOf('<i') },
    { name: 'p', isComponent: false, offset: source.indexOf('<p') },
  ];
  expect(markAstro(code, map, 'src/a.astro', { parse: parseScript, tags })?.code).toBe(
    code
      .replace('<i', '<i data-annotate-source="src/a.astro:2:1"')
      .replace('<p', '<p data-annotate-source="src/a.astro:1:10"'),
  );
  expect(markAstro(code, map, 'src/a.astro', { parse: parseScript, tags: tags.slice(1) })).toBeUndefined();
  expect(markAstro(code, map, 'src/a.astro', { parse: parseScript, tags: null })).toBeUndefined();
});

it('marks a tag whose name is a variable by the order of the tags with such names', () => {
  const code =
    "import Card from './Card.astro';$$render`${$$renderComponent($$result,'Card',Card,{})}${$$renderComponent($$result,'Tag',Tag,{})}`";
  const source = '<Card />\n<Tag />';
  const tags = [
    { name: 'Card', isComponent: true, offset: 0 },
    { name: 'Tag', isComponent: true, offset: source.indexOf('<Tag') },
  ];
  const marked = markAstro(code, { sourcesContent: [source] }, 'src/a.astro', { parse: parseScript, tags });
  expect(marked?.code).toContain(
    `'Tag',Tag,{...(typeof Tag === "string" && {"data-annotate-source":"src/a.astro:2:1"}),}`,
  );
  expect(marked?.code).toContain(`'Card',Card,{}`);
});

it('leaves out a body that the parser has added', async () => {
  const added = node('root', '', 0, [node('element', 'body', 0, [node('element', 'p', 0)])]);
  expect(await readAstroTags('<p>', () => Promise.resolve({ ast: added }))).toEqual([
    { name: 'p', isComponent: false, offset: 0 },
  ]);
});

it('lists fragments, which the compiler writes as a component of that name', async () => {
  // The parser names the place before `<>`.
  const text = ' <><p></><Fragment set:html={a} />';
  const fragments = node('root', '', 0, [
    node('fragment', '', 0, [node('element', 'p', 3)]),
    node('fragment', 'Fragment', text.indexOf('<Fragment')),
  ]);
  expect(await readAstroTags(text, () => Promise.resolve({ ast: fragments }))).toEqual([
    { name: 'Fragment', isComponent: true, offset: 1 },
    { name: 'p', isComponent: false, offset: 3 },
    { name: 'Fragment', isComponent: true, offset: text.indexOf('<Fragment') },
  ]);
});

it('needs no parser for the Astro of this repository', async () => {
  expect(await loadAstroParser(import.meta.dirname, async (href) => import(href))).toBeNull();
});
