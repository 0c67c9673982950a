/** What Apply writes, read by the compilers of the frameworks themselves. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

import {
  parseTemplate,
  TmplAstBoundText,
  TmplAstElement,
  TmplAstRecursiveVisitor,
  TmplAstText,
  tmplAstVisitAll,
} from '@angular/compiler';
import { parse as parseScript } from '@babel/parser';
import { parse as parseVue } from '@vue/compiler-dom';
import fc from 'fast-check';
import { parse as parseHtml, parseFragment } from 'parse5';
import { parse as parseSvelte } from 'svelte/compiler';
import { expect, it } from 'vitest';

import { isRecord } from '@annotate-mcp/core';

import { markupTexts } from './markup-texts.ts';
import { planText } from './plan-text.ts';
import { type TagText, valueOf } from './tag-text.ts';

const repository = fileURLToPath(new URL('../../../..', import.meta.url));
const astro = createRequire(`${repository}/node_modules/astro/package.json`);
const { parse: parseAstro } = (await import(pathToFileURL(astro.resolve('@astrojs/compiler-rs')).href)) as {
  parse: (source: string) => { ast: unknown };
};

/** What a compiler reads of a file. Throws for what it refuses. */
type Compiler = (source: string) => unknown;

const compilers: Record<string, Compiler> = {
  jsx: (source) => parseScript(source, { sourceType: 'module', plugins: ['jsx', 'typescript'] }).program,
  vue: (source) => parseVue(source, { parseMode: 'sfc', onError: refuse }).children,
  svelte: (source) => parseSvelte(source, { modern: true }),
  angular: readAngular,
  astro: (source) => decodeTexts(parseAstro(source).ast),
  html: (source) => parseHtml(source, { onParseError: () => undefined }),
};

function refuse(error: unknown): never {
  throw error;
}

/** Astro leaves references in texts to the browser. */
function decodeTexts(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(decodeTexts);
  if (!isRecord(node)) return node;
  if (node.type === 'JSXText') return { ...node, value: decodeReferences(String(node.value)) };
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, decodeTexts(value)]));
}

function decodeReferences(text: string): string {
  return parseFragment(text)
    .childNodes.map((child) => ('value' in child ? child.value : ''))
    .join('');
}

function readAngular(source: string): unknown {
  const { nodes, errors } = parseTemplate(source, 'a.html', { preserveWhitespaces: true });
  if (errors !== null) throw new Error(errors.join('\n'));
  const found: unknown[] = [];
  class Visitor extends TmplAstRecursiveVisitor {
    override visitElement(element: TmplAstElement): void {
      const attributes = [...element.attributes, ...element.inputs, ...element.outputs];
      found.push([element.name, attributes.map(({ name, sourceSpan }) => [name, String(sourceSpan)])]);
      super.visitElement(element);
      found.push(`end of ${element.name}`);
    }
    override visitText({ value }: TmplAstText): void {
      found.push(value);
    }
    override visitBoundText({ sourceSpan }: TmplAstBoundText): void {
      found.push(['bound', String(sourceSpan)]);
    }
  }
  tmplAstVisitAll(new Visitor(), nodes);
  return found;
}

const old = 'The old text';

/** `¦` stands before the tag that the person pointed at. */
const surroundings: readonly { compiler: string; file: string; source: string }[] = [
  { compiler: 'jsx', file: 'a.tsx', source: `const A = () => ¦<p>${old}</p>;` },
  { compiler: 'jsx', file: 'a.tsx', source: `const A = () => <ul>¦<li key="a">{'${old}'}</li>b</ul>;` },
  { compiler: 'jsx', file: 'a.tsx', source: `const A = () => <ul>¦<li key="a">{"${old}"}</li>b</ul>;` },
  { compiler: 'jsx', file: 'a.tsx', source: `const A = () => <ul>¦<li key="a">{\`${old}\`}</li>b</ul>;` },
  {
    compiler: 'jsx',
    file: 'a.tsx',
    source: `const A = <T,>(t: T) => (\r\n  <>\r\n    ¦<b>\r\n      <i /> The old\r\n      text\r\n    </b>{t}\r\n  </>\r\n);`,
  },
  {
    compiler: 'vue',
    file: 'a.vue',
    source: `<script setup lang="ts">\nconst a = '</p>';\n</script>\n\n<template>\n  <div v-if="a < b">\n    ¦<p :a="'>'" @click="x">${old}</p>{{ a }}<br>\n  </div>\n</template>\n\n<style>\n.a { b: c }\n</style>\n`,
  },
  {
    compiler: 'svelte',
    file: 'a.svelte',
    source: `<script lang="ts">\n  let a = '{';\n</script>\n\n{#if a > 'b'}\n  <div {a} on:click={() => \`}\${a}\`}>¦<p class="x {a ? "b" : 'c'}">${old}</p>{a}</div>\n{:else}\n  <i>x</i>\n{/if}\n\n<style>\n  p { color: red }\n</style>\n`,
  },
  {
    compiler: 'angular',
    file: 'a.component.html',
    source: `@if (a > 1; as b) {\n  <div [a]="b" (c)="d('}')">¦<p class="x">\n    ${old}\n  </p>{{ b | date: '}' }}</div>\n} @else {\n  <i>x</i>\n}\n`,
  },
  {
    compiler: 'astro',
    file: 'a.astro',
    source: `---\nconst a = [1];\n---\n\n<Base title="x">\n  {a.map((b) => (\n    <div {...b} class:list={['c', { d: b > 1 }]}>¦<p id={\`x\${b}\`}>${old}</p></div>\n  ))}\n</Base>\n<style>p { color: red }</style>\n`,
  },
  {
    compiler: 'html',
    file: 'index.html',
    source: `<!doctype html>\n<html>\n<head><title>x</title><script>if (a < b) {}</script></head>\n<body><div class=a data-b='"'>¦<p>${old}</p><br><svg><path d=""/></svg></div></body>\n</html>\n`,
  },
];

/** What ends or begins something in one of the grammars. */
const marks = [
  ...[
    '{',
    '}',
    '{{',
    '}}',
    '{a}',
    '{{ a }}',
    '${a}',
    '`',
    '"',
    "'",
    '\\',
    '\\u0041',
    '\\n',
    '$',
    '%',
    '%MODE%',
  ],
  ...['<', '>', '</p>', '</script>', '<script>', '<b>', '<!--', '-->', '<%', '<?', ']]>', '{%', '*/', '//'],
  ...[
    '&',
    '&amp;',
    '&amp',
    '&#',
    '&#x41;',
    '&copy',
    ';',
    'copy;',
    '@',
    '@if (a) {',
    '@let',
    '{#if a}',
    '{/if}',
  ],
  ...['{@html a}', '---', 'é', '😀', '‍', 'ß', 'a', 'B', '1', ' ', ' ', ' '],
];
const wishes = fc
  .array(fc.constantFrom(...marks), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join('').replace(/\s+/g, ' ').trim())
  .filter((text) => text !== '' && text !== old);
/** Near the old text, so that only a part of it is written. */
const parts = fc.tuple(wishes, fc.constantFrom('The ', ''), fc.constantFrom(' text', 'text', ''));
const texts = fc.oneof(
  wishes,
  parts.map(([text, start, end]) => `${start}${text}${end}`.trim()),
);

async function checkWish(
  { compiler, file, source: marked }: (typeof surroundings)[number],
  after: string,
): Promise<boolean> {
  const at = marked.indexOf('¦');
  const source = marked.replace('¦', '');
  const lines = source.slice(0, at).split('\n');
  const place = { file, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  const plan = await planText(source, place, { before: old, after });
  if ('handedOn' in plan) {
    expect(plan.handedOn).toBe('unwritable');
    return false;
  }
  const compile = compilers[compiler] ?? refuse;
  expect(outline(compile(plan.newText))).toEqual(outline(compile(source), after));
  const { start, text } = plan.edit;
  const undone =
    plan.newText.slice(0, start) +
    source.slice(start, plan.edit.end) +
    plan.newText.slice(start + text.length);
  expect(undone).toBe(source);
  return true;
}

const places =
  /^(?:start|end|loc|range|raw|extra|sourceSpan|name_loc|source|tokenIndex|parentNode|errors|comments|sourceCodeLocation)$/;

/** Without places; with `after` in the place of the old text. */
function outline(node: unknown, after?: string): unknown {
  if (typeof node === 'string') {
    const text = node.replace(/\s+/g, ' ').trim();
    return after !== undefined && text === old ? after : text;
  }
  if (Array.isArray(node)) return node.map((each) => outline(each, after));
  if (!isRecord(node)) return typeof node === 'bigint' ? String(node) : node;
  const entries = Object.entries(node).filter(([key]) => !places.test(key));
  return Object.fromEntries(entries.map(([key, value]) => [key, outline(value, after)]));
}

it.each(surroundings)('has exactly the wish and nothing else in $compiler: $source', async (surrounding) => {
  let applied = 0;
  await fc.assert(
    fc.asyncProperty(texts, async (after) => {
      if (await checkWish(surrounding, after)) applied++;
    }),
    { numRuns: 80 },
  );
  expect(applied).toBeGreaterThan(40);
});

type MarkupName = 'vue' | 'svelte' | 'angular' | 'astro' | 'html';

/** The texts directly inside each element, by the offset of its tag. */
const readTexts: Record<MarkupName, (source: string) => Map<number, string[]>> = {
  vue: (source) =>
    textsBelow(compilers.vue?.(source), ({ loc }) => startOf(loc), { type: 2, key: 'content' }),
  svelte: (source) =>
    textsBelow(compilers.svelte?.(source), ({ start }) => start, { type: 'Text', key: 'data' }),
  astro: (source) =>
    textsBelow(compilers.astro?.(source), ({ start }) => start, { type: 'JSXText', key: 'value' }),
  html: (source) =>
    textsBelow(
      parseHtml(source, { sourceCodeLocationInfo: true }),
      ({ sourceCodeLocation: place }) => (isRecord(place) ? place.startOffset : undefined),
      { type: '#text', key: 'value' },
    ),
  angular: (source) => {
    const { nodes, errors } = parseTemplate(source, 'a.html', { preserveWhitespaces: true });
    if (errors !== null) throw new Error(errors.join('\n'));
    const found = new Map<number, string[]>();
    class Visitor extends TmplAstRecursiveVisitor {
      override visitElement(element: TmplAstElement): void {
        const texts = element.children.flatMap((each) => (each instanceof TmplAstText ? [each.value] : []));
        found.set(element.sourceSpan.start.offset, collapsed(texts));
        super.visitElement(element);
      }
    }
    tmplAstVisitAll(new Visitor(), nodes);
    return found;
  },
};

function startOf(loc: unknown): unknown {
  return isRecord(loc) && isRecord(loc.start) ? loc.start.offset : undefined;
}

function textsBelow(
  root: unknown,
  offsetOf: (node: Record<string, unknown>) => unknown,
  text: { type: unknown; key: string },
): Map<number, string[]> {
  const found = new Map<number, string[]>();
  const waiting: unknown[] = [root];
  const seen = new Set<unknown>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (isRecord(next)) {
      const fragment = isRecord(next.fragment) ? next.fragment.nodes : undefined;
      const children = next.children ?? next.childNodes ?? fragment;
      const offset = offsetOf(next);
      if (Array.isArray(children) && typeof offset === 'number') {
        const texts = children.filter(
          (each: unknown) => isRecord(each) && (each.type ?? each.nodeName) === text.type,
        );
        found.set(offset, collapsed(texts.map((each: Record<string, unknown>) => String(each[text.key]))));
      }
    }
    if (Array.isArray(next) || isRecord(next))
      for (const each of Object.values<unknown>(next)) if (typeof each === 'object') waiting.push(each);
  }
  return found;
}

function collapsed(texts: readonly string[]): string[] {
  return texts.map((each) => each.replace(/[ \t\r\n]+/g, ' ').trim()).filter((each) => each !== '');
}

const grammars: readonly { pattern: string; grammar: MarkupName; least: number }[] = [
  { pattern: '*.vue', grammar: 'vue', least: 25 },
  { pattern: '*.svelte', grammar: 'svelte', least: 25 },
  { pattern: '*.astro', grammar: 'astro', least: 5 },
  { pattern: '*.html', grammar: 'html', least: 100 },
];

it.each(grammars)(
  'finds no text in $pattern that the compiler does not find',
  ({ pattern, grammar, least }) => {
    const files = execFileSync('git', ['ls-files', '-z', '--', pattern], {
      cwd: repository,
      encoding: 'utf8',
    });
    let found = 0;
    for (const file of files.split('\0').filter((each) => each !== '')) {
      const source = readFileSync(`${repository}/${file}`, 'utf8');
      const isTemplate = grammar === 'html' && !/<!doctype|<html[\s>]/i.test(source);
      const name = isTemplate ? 'angular' : grammar;
      const texts = markupTexts(source, name) ?? [];
      if (texts.length === 0) continue;
      const known = readTexts[name](source);
      for (const each of texts)
        expect({ file, ...shown(each) }).toEqual({ file, tag: each.tag, texts: known.get(each.tag) });
      found += texts.length;
    }
    expect(found).toBeGreaterThan(least);
  },
);

function shown(text: TagText) {
  return { tag: text.tag, texts: [valueOf(text)] };
}
