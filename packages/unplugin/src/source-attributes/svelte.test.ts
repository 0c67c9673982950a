import { compile, parse } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';

import { importSvelteParser, requireSvelteParser } from './svelte-parser.ts';
import { createSvelteMarker } from './svelte.ts';

const component = `<script lang="ts">
  import Card from './Card.svelte';
  let { items, tag }: { items: string[]; tag: string } = $props();
</script>

<svelte:head><title>Shop</title><meta name="a" content="b" /></svelte:head>
{#snippet row(text: string)}<q>{text}</q>{/snippet}
<main class="{tag} > a" {...items}>
  {#each items as item}<li>{item as string}</li>{:else}<p>none</p>{/each}
  <Card><em>inside</em>{#snippet end()}<small>end</small>{/snippet}</Card>
  <svelte:element this={tag}>x</svelte:element>
  {#await items then value}<b>{value}</b>{/await}
  <svg><circle r="1" /></svg>
  <i data-annotate-source="own:1:1"></i>
</main>

<style>
  main { color: red; }
</style>
`;

const mark = (code: string, text = code) =>
  createSvelteMarker(parse)(code, { text, map: () => null }, 'src/[id]/A.svelte')?.code ?? code;
const marksIn = (code: string) =>
  [...code.matchAll(/<([\w:]+) data-annotate-source="src\/\[id\]\/A\.svelte:(\d+:\d+)"/g)].map(
    ([, tag, position]) => `${tag} ${position}`,
  );

describe('createSvelteMarker', () => {
  const expected = [
    ...['q 7:29', 'main 8:1', 'li 9:24', 'p 9:56', 'em 10:9', 'small 10:40', 'svelte:element 11:3'],
    ...['b 12:28', 'svg 13:3', 'circle 13:8'],
  ];

  it('marks every element with its line and column, and adds no line', () => {
    const marked = mark(component);
    expect(marksIn(marked)).toEqual(expected);
    expect(marked.split('\n')).toHaveLength(component.split('\n').length);
  });

  it.each(['client', 'server'] as const)('brings no warning of the compiler for the %s', (generate) => {
    const options = { generate, dev: true, filename: 'src/A.svelte' };
    const { warnings, js } = compile(mark(component), options);
    expect(warnings).toEqual(compile(component, options).warnings);
    expect(js.code).toContain('A.svelte:11:3');
  });

  it('names the lines of the file where another plugin has changed the text', () => {
    const changed = component.replace('<script', '<!-- new -->\n\n<script');
    expect(marksIn(mark(changed, component))).toEqual(expected);
  });

  it('marks a component whose words were changed as if it were new, without parsing it again', () => {
    let parsed = 0;
    const remark = createSvelteMarker((...args) => {
      parsed++;
      return parse(...args);
    });
    const marked = (code: string) => remark(code, { text: code, map: () => null }, 'src/[id]/A.svelte')?.code;
    const first = component.replace('<i data-annotate-source="own:1:1"></i>', '');
    for (const [text, times] of [
      [first, 1],
      [first, 1],
      [first.replace('none', 'nothing at all\n'), 1],
      [first.replace('<em>inside</em>', '<strong>inside</strong>'), 2],
      [first.replace('<em>inside</em>', '<strong>outside</strong>'), 2],
    ] as const) {
      expect(marked(text)).toBe(mark(text));
      expect(parsed).toBe(times);
    }
  });

  it('tells of an element where HTML is put into it as a text, unless a component may have made what is in it', () => {
    const marker = createSvelteMarker(parse);
    const marked = (words: string) => {
      const code = `<div title="${words}">\n  {#if a}{@html a}{/if}<b>b</b>\n</div>\n<p>{@html a}<Card /></p>\n<i>{@html a}{@html b}</i>\n`;
      const text = marker(code, { text: code, map: () => null }, 'src/A.svelte')?.code ?? '';
      return [...text.matchAll(/<(\w+) data-annotate-source="[^"]*" data-annotate-html="([^"]*)"/g)].map(
        ([, tag, place]) => `${tag} ${place}`,
      );
    };
    expect(marked('one')).toEqual(['div 2:10']);
    expect(marked('longer')).toEqual(['div 2:10']);
  });

  it('parses a component again after one that could not be parsed', () => {
    const remark = createSvelteMarker(parse);
    const marked = (code: string) => remark(code, { text: code, map: () => null }, 'src/[id]/A.svelte')?.code;
    expect(marked('<p>{</p>')).toBeUndefined();
    expect(marked('<p>{a</p>')).toBeUndefined();
    expect(marked('<p>{a}</p>')).toContain('A.svelte:1:1');
  });

  it('leaves alone what Svelte cannot parse', () => {
    expect(mark('<template lang="pug">\np(\n</template><p {')).toBe(
      '<template lang="pug">\np(\n</template><p {',
    );
  });
});

it('finds no parser in an app without Svelte', async () => {
  expect([await importSvelteParser('/', importHref), requireSvelteParser('/')]).toEqual([null, null]);
});

it('uses the compiler that Svelte’s plugin for Vite has loaded, and elsewhere the one that loaders require', async () => {
  const app = import.meta.dirname;
  expect(await importSvelteParser(app, importHref)).toBe(parse);
  expect(requireSvelteParser(app)).toEqual(expect.any(Function));
});

async function importHref(href: string): Promise<unknown> {
  return import(href) as Promise<unknown>;
}
