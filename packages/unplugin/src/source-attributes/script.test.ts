import { runInNewContext } from 'node:vm';

import { describe, expect, it } from 'vitest';

import { templateElements } from './html-template.ts';
import { parseScript } from './parse-script.ts';
import { createScriptMarker } from './script.ts';

const markScript = createScriptMarker();
const mark = (code: string, path: string) =>
  markScript(code, path, { jsx: true, templates: templateElements }, parseScript);
const markNotingTags = (code: string) =>
  markScript(code, 'src/a.jsx', { jsx: true, templates: null, notesTags: true }, parseScript)?.code ?? '';
const at = (place: string) => ` data-annotate-source="${place}"`;

describe('createScriptMarker', () => {
  it('marks the elements of the page in JSX with the position of their tag, and no components', () => {
    const code = `const é = '😀'; export const A = (p: P) => (
  <>
    <Card title="a"><b>{p.x as string}</b></Card>
    <Menu.Item /><my-element a-b />
    <motion.div layout>{p.map((x) => <li key={x}>{x}</li>)}</motion.div>
    <i data-annotate-source="own:1:1" />
    <style>{css}</style>
  </>
);
`;
    expect(mark(code, 'src/a.tsx')?.code).toBe(
      code
        .replace('<b', `<b${at('src/a.tsx:3:21')}`)
        .replace('a-b', `a-b${at('src/a.tsx:4:18')}`)
        .replace('layout', `layout${at('src/a.tsx:5:5')}`)
        .replace('key={x}', `key={x}${at('src/a.tsx:5:38')}`),
    );
  });

  it("puts an element's own mark after its spread props, which may carry the mark of another element", () => {
    expect(mark('const a = <p {...props} /* all */>x</p>;', 'a.jsx')?.code).toBe(
      `const a = <p {...props}${at('a.jsx:1:11')} /* all */>x</p>;`,
    );
  });

  it('tells of an element where HTML is put into it as a text, also after words before it were changed', () => {
    const code = (text: string) => `const a = <div title="${text}"
  dangerouslySetInnerHTML={{ __html: html }} />;
const b = <p innerHTML={html} />;`;
    const marked = (text: string) =>
      code(text)
        .replace('html }}', `html }}${at('html.jsx:1:11')} data-annotate-html="2:3"`)
        .replace('html} />', `html}${at('html.jsx:3:11')} data-annotate-html="3:14" />`);
    expect(mark(code('one'), 'html.jsx')?.code).toBe(marked('one'));
    expect(mark(code('longer'), 'html.jsx')?.code).toBe(marked('longer'));
  });

  it('marks components that are known to pass attributes on to their element', () => {
    const code = `import Go, { useLinkStatus as Card } from 'next/link';
import Image from './image';
const a = <Go href="/"><Card /><Image /><ui.Go /></Go>;`;
    expect(mark(code, 'a.jsx')?.code).toBe(code.replace('href="/"', `href="/"${at('a.jsx:3:11')}`));
    const solid = `import { A as Go, Router } from '@solidjs/router';
const a = <Router><Go href="/" /></Router>;`;
    expect(mark(solid, 'a.jsx')?.code).toBe(solid.replace('href="/"', `href="/"${at('a.jsx:2:19')}`));
  });

  it.each([
    ['<Make component="section" />', ''],
    ["<Make component={wide ? 'section' : 'p'} />", ''],
    ['<Make component={Tag} />', ''],
    ['<Make component={Any} />', 'typeof Any === "string"'],
    ['<Make component={Card} />', null],
    ['<Make component={tag()} />', null],
    ['<Make component="mesh" />', null],
    ['<Make />', null],
    ['<Own component="section" />', null],
  ])("marks the element that Solid's Dynamic makes, where it makes one: %s", (tag, condition) => {
    const before = `import { Dynamic as Make } from 'solid-js/web';
import { Dynamic as Own } from './own';
const Tag = 'article', Any = asChild ? Card : 'b';
const a = `;
    const marked = mark(`${before}${tag};`, 'a.jsx')?.code;
    const place = 'a.jsx:4:11';
    const note = JSON.stringify({ 'data-annotate-source': place });
    const attribute = condition === '' ? at(place) : ` {...(${condition} && ${note})}`;
    const expected = condition === null ? undefined : `${before}${tag.replace(' />', `${attribute} />`)};`;
    expect(marked).toBe(expected);
  });

  it.each([
    ["const Tag = 'article';", true],
    ["const Tag = ordered ? 'ol' : 'ul';", true],
    ['const Tag = `h${level}`;', true],
    ["const Tag = 'mesh';", false],
    ['const Tag = `${level}`;', false],
    ["let Tag = 'article';", false],
    ["const Tag = 'article'; const Other = ({ as: Tag }) => <Tag />;", false],
    ["import { Tag } from './tag'; { const Tag = 'article'; }", false],
  ])('marks the tag that a variable names, where it is that of an element: %s', (declared, isMarked) => {
    const marked = mark(`${declared}\nconst a = <Tag id="b">c</Tag>;`, 'src/a.tsx')?.code;
    expect(marked?.includes('<Tag id="b" data-annotate-source="src/a.tsx:2:11">') ?? false).toBe(isMarked);
  });

  it.each([
    ["const Tag = asChild ? Slot : 'button';", true],
    ["const Tag = as ?? 'article';", true],
    ["const Other = ({ as: Tag = 'div' }) => null;", true],
    ["const Tag = asChild ? Slot : 'mesh';", false],
    ['const Tag = asChild ? Slot : Box;', false],
  ])(
    'marks the tag of a variable where its value turns out to be the name of an element: %s',
    (declared, isMarked) => {
      const marked = mark(`${declared}\nconst a = <Tag id="b">c</Tag>;`, 'src/a.tsx')?.code ?? '';
      const attribute = '{...(typeof Tag === "string" && {"data-annotate-source":"src/a.tsx:2:11"})}';
      expect(marked.includes(`<Tag id="b" ${attribute}>`)).toBe(isMarked);
    },
  );

  it('marks no objects of a scene, whose renderer refuses unknown attributes', () => {
    const code = 'const a = <div><Canvas><mesh><line /></mesh></Canvas></div>;';
    expect(mark(code, 'a.jsx')?.code).toBe(code.replace('<div', `<div${at('a.jsx:1:11')}`));
    expect(mark('const b = <svg><line /></svg>;', 'b.jsx')?.code).toContain(`<line${at('b.jsx:1:16')}`);
  });

  it('marks elements in svg templates, and none in what is only named like one', () => {
    expect(mark('svg`<circle r="1" /><clipPath></clipPath>`', 'a.js')?.code).toBe(
      `svg\`<circle${at('a.js:1:5')} r="1" /><clipPath${at('a.js:1:21')}></clipPath>\``,
    );
    expect(mark('styled.svg`width: 1px; /* <b> */`', 'a.js')).toBeUndefined();
  });

  it.each(['src/a.js', 'src/a.ts'])('marks elements in html templates of %s', (path) => {
    const code = `const a = (x) => html\`
  <section class=\${x ? "a>b" : \`c\`} @click="\${() => x < 1}">
    \${x.map((y) => html\`<li .value=\${y}>\${y}</li>\`)}
    <x-card></x-card>
    <\${x}></\${x}>
    <style>p { color: red }</style>
  </section>\`;
const b = css\`<p>\`;
el.innerHTML = /* html */ \`<em>\${1}</em>\`;
`;
    expect(mark(code, path)?.code).toBe(
      code
        .replace('<section', `<section${at(`${path}:2:3`)}`)
        .replace('<li', `<li${at(`${path}:3:25`)}`)
        .replace('<x-card', `<x-card${at(`${path}:4:5`)}`)
        .replace('<em', `<em${at(`${path}:9:28`)}`),
    );
  });

  it('marks table rows that have no table around them in the template', () => {
    expect(mark('html`<tr><td>${1}</td></tr>`', 'a.js')?.code).toBe(
      `html\`<tr${at('a.js:1:6')}><td${at('a.js:1:10')}>\${1}</td></tr>\``,
    );
  });

  it('lets the module note its components, with the position of their names', () => {
    const code = 'export function A() {\n  return <B />;\n}\nconst B = memo(() => null);\n';
    const noting =
      markScript(code, 'src/a.jsx', { jsx: true, templates: null, components: 'notes' }, parseScript)?.code ??
      '';
    expect(noting.startsWith(code)).toBe(true);
    const script = noting.replace('export ', '').replace('<B />', 'B');
    const notes = runInNewContext(
      `const memo = (made) => ({ made });\n${script}\nconst notes = globalThis[Symbol.for('annotate.components')];
      JSON.stringify([notes.get(A), notes.get(B)])`,
    ) as string;
    expect(JSON.parse(notes)).toEqual([
      { name: 'A', file: 'src/a.jsx', source: 'src/a.jsx:1:17', from: '1:8', to: '3:2' },
      { name: 'B', file: 'src/a.jsx', source: 'src/a.jsx:4:7', from: '4:16', to: '4:26' },
    ]);
  });

  it('lets the module note the tags of its components, and changes nothing that they return', () => {
    const code = `const A = () => (
  <B icon=<C /> key="b">
    text <D.Item>{list.map((each) => <C>{each}</C>)}</D.Item>
    <></><p />
  </B>
);
`;
    const marked = markNotingTags(code);
    const noted = (at: string, tag: string) => `$$$$annotateTag(${tag}, "${at}")`;
    expect(marked.split('\n// @ts-ignore')[0]?.replaceAll(/ data-annotate-source="[^"]*"/g, '')).toBe(
      code
        .replace('<C />', `{${noted('2:11', '<C />')}}`)
        .replace('<C>{each}</C>', noted('3:38', '<C>{each}</C>'))
        .replace('<D.Item>', '{$$$$annotateTag(<D.Item>')
        .replace('</D.Item>', '</D.Item>, "3:10")}')
        .replace('<B', '$$$$annotateTag(<B')
        .replace('</B>', '</B>, "2:3")'),
    );
  });

  it('notes tags by the props of what they make, with the version of the module', () => {
    const noting = markNotingTags('const a = <A />;\n').replace('<A />', 'made');
    const notes = runInNewContext(
      `const made = { props: {} };\n${noting}\nconst tags = globalThis[Symbol.for('annotate.tags')];
      const note = tags.of.get(made.props);
      JSON.stringify([a === made, note.path, note.at, note.version === tags.newest['src/a.jsx']])`,
    ) as string;
    expect(JSON.parse(notes)).toEqual([true, 'src/a.jsx', '1:11', true]);
    expect(markNotingTags('const a = <A />;\n')).not.toBe(markNotingTags('\nconst a = <A />;\n'));
  });

  it('leaves the tags to a macro that reads them while it compiles', () => {
    const code =
      "import { Trans } from '@lingui/react/macro';\nconst a = <Trans>See <Link /></Trans>;\nconst b = <Link />;\n";
    expect(markNotingTags(code).split('\n// @ts-ignore')[0]).toBe(
      code.replace('b = <Link />', 'b = $$$$annotateTag(<Link />, "3:11")'),
    );
  });

  it('lets outermost elements name their component, for a framework that keeps no trace of it', () => {
    const code = 'export default function A() {\n  return <p><b /></p>;\n}\n';
    const options = { jsx: true, templates: null, components: 'attributes' } as const;
    expect(markScript(code, 'src/a.jsx', options, parseScript)?.code).toBe(
      code
        .replace('<p', `<p${at('src/a.jsx:2:10')} data-annotate-component="A"`)
        .replace('<b', `<b${at('src/a.jsx:2:13')}`),
    );
  });

  it('returns a source map that names the file relative to itself', () => {
    expect(mark('const a = <p/>;\n', 'src/a.jsx')?.map).toMatchObject({ version: 3, sources: ['a.jsx'] });
  });

  it('does not change a module that cannot be parsed', () => {
    expect(mark('const = <p>', 'a.jsx')).toBeUndefined();
  });
});
