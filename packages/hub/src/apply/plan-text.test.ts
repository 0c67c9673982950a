import { expect, it } from 'vitest';

import { type HandOnReason, planText } from './plan-text.ts';

/** `¦` stands before the tag that the person pointed at. */
async function plan(file: string, marked: string, before: string, after: string) {
  const at = marked.indexOf('¦');
  const lines = marked.slice(0, at).split('\n');
  const location = { file, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  return planText(marked.replace('¦', ''), location, { before, after });
}

interface Written {
  name: string;
  file: string;
  source: string;
  before?: string;
  after?: string;
  expected: string;
}

const written: Written[] = [
  {
    name: 'a text of JSX',
    file: 'a.tsx',
    source: 'const A = () => ¦<p>Old</p>;',
    expected: 'const A = () => <p>New</p>;',
  },
  {
    name: 'a string expression of JSX, in its own quotation marks',
    file: 'a.jsx',
    source: "const A = () => ¦<p>{'Old'}</p>;",
    after: `It's "$new" \\`,
    expected: `const A = () => <p>{'It\\'s "$new" \\\\'}</p>;`,
  },
  {
    name: 'a template string of JSX',
    file: 'a.jsx',
    source: 'const A = () => ¦<p>{`Old`}</p>;',
    after: '`${x}`',
    expected: 'const A = () => <p>{`\\`\\${x}\\``}</p>;',
  },
  {
    name: 'only the words that changed, with line breaks and references as they were',
    file: 'a.tsx',
    source: 'const A = () => (\r\n  ¦<p>\r\n    Caf&#233; &amp;\r\n    old bar\r\n  </p>\r\n);',
    before: 'Café & old bar',
    after: 'Café & new bar',
    expected: 'const A = () => (\r\n  <p>\r\n    Caf&#233; &amp;\r\n    new bar\r\n  </p>\r\n);',
  },
  {
    name: 'marks of the grammar as references',
    file: 'a.tsx',
    source: 'const A = () => ¦<p>Old</p>;',
    after: '{x} <b> & "y"',
    expected: 'const A = () => <p>&#123;x&#125; &lt;b&gt; &amp; "y"</p>;',
  },
  {
    name: 'a text beside an icon',
    file: 'a.tsx',
    source: 'const A = () => ¦<button><Icon /> Old</button>;',
    expected: 'const A = () => <button><Icon /> New</button>;',
  },
  {
    name: 'a text that is passed to a component',
    file: 'a.tsx',
    source: 'const A = () => ¦<Button size="s" on={() => a > b}>Old</Button>;',
    expected: 'const A = () => <Button size="s" on={() => a > b}>New</Button>;',
  },
  {
    name: 'a text of Vue beside its program',
    file: 'a.vue',
    source:
      '<script setup>\nconst a = "<p>Old</p>";\n</script>\n<template>\n  ¦<p :class="{ a: b > 1 }" @click="x = \'}}\'">Old</p>{{ a }}\n</template>\n',
    after: '{{ a }}',
    expected:
      '<script setup>\nconst a = "<p>Old</p>";\n</script>\n<template>\n  <p :class="{ a: b > 1 }" @click="x = \'}}\'">&#123;&#123; a &#125;&#125;</p>{{ a }}\n</template>\n',
  },
  {
    name: 'a text of Svelte between blocks',
    file: 'a.svelte',
    source:
      '<script>let a = 1;</script>\n{#if a / 2 > 1}\n  ¦<p onclick={() => (a = `}${a}`)} class="x {a ? "b" : \'c\'}">Old</p>\n{:else}<i>{a}</i>{/if}',
    expected:
      '<script>let a = 1;</script>\n{#if a / 2 > 1}\n  <p onclick={() => (a = `}${a}`)} class="x {a ? "b" : \'c\'}">New</p>\n{:else}<i>{a}</i>{/if}',
  },
  {
    name: 'a text of Angular in a block',
    file: 'a.component.html',
    source:
      '@if (a > 1; as b) {\n  ¦<p (click)="x = \'}\'" [class.a]="b">Old</p>\n} @else {\n  <i>{{ a }}</i>\n}\n',
    after: 'me@example.org',
    expected:
      '@if (a > 1; as b) {\n  <p (click)="x = \'}\'" [class.a]="b">me&#64;example.org</p>\n} @else {\n  <i>{{ a }}</i>\n}\n',
  },
  {
    name: 'a text of Astro in an expression',
    file: 'a.astro',
    source: '---\nconst a = [1];\n---\n<ul>{a.map((b) => ¦<li data-b={b}>Old</li>)}</ul>\n',
    expected: '---\nconst a = [1];\n---\n<ul>{a.map((b) => <li data-b={b}>New</li>)}</ul>\n',
  },
  {
    name: 'a text of a page',
    file: 'index.html',
    source:
      '\uFEFF<!doctype html>\r\n<title>Old</title>\r\n<body>¦<h1>Old</h1><svg><path d="M0"/></svg></body>',
    after: '%MODE% & more',
    expected:
      '\uFEFF<!doctype html>\r\n<title>Old</title>\r\n<body><h1>&#37;MODE% &amp; more</h1><svg><path d="M0"/></svg></body>',
  },
  {
    name: 'a mark that makes the name of a variable of what is there',
    file: 'index.html',
    source: '<!doctype html>¦<p>50%MODE</p>',
    before: '50%MODE',
    after: '50%MODE%',
    expected: '<!doctype html><p>50&#37;MODE%</p>',
  },
  {
    name: 'the same mark in a part of a page',
    file: 'part.html',
    source: '¦<p>%MODE</p>',
    before: '%MODE',
    after: '%MODE%',
    expected: '<p>&#37;MODE%</p>',
  },
];

it.each(written)('writes $name', async ({ file, source, before = 'Old', after = 'New', expected }) => {
  expect(await plan(file, source, before, after)).toMatchObject({ newText: expected });
});

interface HandedOn {
  name: string;
  file: string;
  source: string;
  before?: string;
  after?: string;
  reason: HandOnReason;
}

const handedOn: HandedOn[] = [
  { name: 'a value', file: 'a.tsx', source: 'const A = ({ t }) => ¦<p>{t}</p>;', reason: 'no-literal' },
  {
    name: 'a text beside a value',
    file: 'a.tsx',
    source: 'const A = ({ t }) => ¦<p>Hello {t}</p>;',
    reason: 'other-text',
  },
  {
    name: 'one of two texts',
    file: 'a.tsx',
    source: 'const A = () => ¦<p>Old<br />Old</p>;',
    reason: 'no-literal',
  },
  {
    name: 'a text that is there twice',
    file: 'a.tsx',
    source: 'const A = () => <>¦<p>Old</p><p>Old</p></>;',
    reason: 'ambiguous',
  },
  {
    name: 'a text that another tag has, too',
    file: 'a.tsx',
    source: 'const A = () => <>¦<p>Old</p><b>Old</b></>;',
    reason: 'ambiguous',
  },
  {
    name: 'a text in preformatted text',
    file: 'a.vue',
    source: '<template><pre>¦<code>Old</code></pre></template>',
    reason: 'no-literal',
  },
  { name: 'another text', file: 'a.tsx', source: 'const A = () => ¦<p>Older</p>;', reason: 'other-text' },
  {
    name: 'a tag that moved',
    file: 'a.tsx',
    source: 'const A =¦ () => <p>Old</p>;',
    reason: 'other-tag',
  },
  {
    name: 'a tag in a text of the program',
    file: 'a.tsx',
    source: 'const a = "¦<p>Old</p>"; const A = () => <p>Old</p>;',
    reason: 'no-literal',
  },
  {
    name: 'a tag in the program of a component',
    file: 'a.svelte',
    source: '<script>const a = "¦<p>Old</p>";</script><i>x</i>',
    reason: 'no-literal',
  },
  {
    name: 'a tag in a comment',
    file: 'a.vue',
    source: '<template><!-- ¦<p>Old</p> --></template>',
    reason: 'no-literal',
  },
  {
    name: 'a tag in an expression of a template',
    file: 'a.svelte',
    source: '{@html "¦<p>Old</p>"}',
    reason: 'no-literal',
  },
  {
    name: 'a text that HTML replaces',
    file: 'a.vue',
    source: '<template>¦<p v-html="x">Old</p></template>',
    reason: 'no-literal',
  },
  {
    name: 'a text that is translated',
    file: 'a.component.html',
    source: '¦<p i18n="@@a">Old</p>',
    reason: 'no-literal',
  },
  ...[
    { file: 'a.vue', source: '<template>¦<p :textContent.prop="a">Old</p></template>' },
    { file: 'a.vue', source: '<template>¦<p .textContent="a">Old</p></template>' },
    { file: 'a.component.html', source: '¦<p translate>Old</p>' },
    { file: 'a.component.html', source: '¦<p transloco="a">Old</p>' },
    { file: 'index.html', source: '<!doctype html>¦<p data-i18n="a">Old</p>' },
    { file: 'index.html', source: '<!doctype html>¦<p x-text="a">Old</p>' },
  ].map(({ file, source }): HandedOn => ({ name: source, file, source, reason: 'no-literal' })),
  {
    name: 'a regular expression before it',
    file: 'a.svelte',
    source: '{#if /"/.test(a)}¦<p>Old</p>{/if}',
    reason: 'not-read',
  },
  {
    name: 'braces that Angular reads',
    file: 'a.component.html',
    source: '¦<p>Old</p>',
    after: '{{ a }}',
    reason: 'unwritable',
  },
  {
    name: 'braces that Angular reads, made of the ones that are there',
    file: 'a.component.html',
    source: '¦<p>&#123; a &#125;</p>',
    before: '{ a }',
    after: '{{ a }}',
    reason: 'unwritable',
  },
  {
    name: 'braces in a page, which may be the template of a program in it',
    file: 'index.html',
    source: '<!doctype html><div id="app">¦<p>Old</p></div>',
    after: '{{ a }}',
    reason: 'unwritable',
  },
  {
    name: 'a text without the part that looks like a secret',
    file: 'a.tsx',
    source: 'const A = () => ¦<p>Old</p>;',
    after: 'Your code: [redacted]',
    reason: 'redacted',
  },
  {
    name: 'a text that is in the file already',
    file: 'a.tsx',
    source: 'const A = () => ¦<p>New</p>;',
    reason: 'already-written',
  },
  {
    name: 'a part of a message that is translated, in JSX',
    file: 'a.tsx',
    source: 'const A = () => <Trans>Hello ¦<b>Old</b></Trans>;',
    reason: 'no-literal',
  },
  {
    name: 'a part of a message that is translated, in Angular',
    file: 'a.component.html',
    source: '<p i18n>Hello ¦<b>Old</b></p>',
    reason: 'no-literal',
  },
  {
    name: 'a part of a message that is translated, in Vue',
    file: 'a.vue',
    source: '<template><i18n-t keypath="a"><p>Hello ¦<b>Old</b></p></i18n-t></template>',
    reason: 'no-literal',
  },
  {
    name: 'a tag in preformatted text of JSX',
    file: 'a.tsx',
    source: 'const A = () => <pre>x  ¦<b>Old</b></pre>;',
    reason: 'no-literal',
  },
  { name: 'nothing', file: 'a.tsx', source: 'const A = () => ¦<p>Old</p>;', after: '', reason: 'empty' },
  {
    name: 'a text that turns its direction',
    file: 'a.tsx',
    source: 'const A = () => ¦<p>Old</p>;',
    after: 'New\u202e',
    reason: 'unwritable',
  },
  {
    name: 'a space that does not break',
    file: 'a.tsx',
    source: 'const A = () => ¦<p>Old&nbsp;</p>;',
    reason: 'no-literal',
  },
  {
    name: 'a page of a server program',
    file: 'a.html',
    source: '<!doctype html><% x %>¦<p>Old</p>',
    reason: 'not-read',
  },
  {
    name: 'preformatted text',
    file: 'a.tsx',
    source: 'const A = () => ¦<pre>Old</pre>;',
    reason: 'no-literal',
  },
  { name: 'a program', file: 'a.html', source: '<!doctype html>¦<script>Old</script>', reason: 'no-literal' },
  {
    name: 'a file that is being edited',
    file: 'a.tsx',
    source: 'const A = () => ¦<p>Old</p',
    reason: 'not-read',
  },
  { name: 'a document', file: 'a.md', source: '¦<p>Old</p>', reason: 'no-language' },
];

it.each(handedOn)(
  'leaves $name to an agent',
  async ({ file, source, before = 'Old', after = 'New', reason }) => {
    expect(await plan(file, source, before, after)).toEqual({ handedOn: reason });
  },
);
