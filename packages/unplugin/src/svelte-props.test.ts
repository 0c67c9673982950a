import { compile } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';

import { parseScript } from './source-attributes/parse-script.ts';
import { registerProps } from './svelte-props.ts';

function rewritten(source: string, options: Parameters<typeof compile>[1] = {}) {
  const { js } = compile(source, { dev: true, filename: '/src/Card.svelte', ...options });
  return { compiled: js.code, code: registerProps(js.code, 'src/Card.svelte', parseScript)?.toString() };
}

const props = '<script>let { a, children } = $props();</script>';

describe('registerProps', () => {
  it.each([
    { name: 'one root', source: `${props}<p>{a}</p>`, nodes: ['p'] },
    { name: 'several roots', source: `${props}<p>{a}</p><b>x</b>`, nodes: ['fragment'] },
    { name: 'text alone', source: `${props}hello {a}`, nodes: ['text'] },
    {
      name: '{#if}',
      source: `${props}{#if a}<p>{a}</p>{:else}<i>n</i>{/if}`,
      nodes: ['p', 'i', 'fragment'],
    },
    { name: '{#each}', source: `${props}{#each a as x}<li>{x}</li>{/each}`, nodes: ['li', 'fragment'] },
    { name: 'a rendered snippet', source: `${props}<div>{@render children?.()}</div>`, nodes: ['div'] },
    {
      name: 'content for another component',
      source: `<script>import C from './C.svelte';let { a } = $props();</script><C><b>{a}</b></C>`,
      nodes: ['b'],
    },
    {
      name: 'a slot of Svelte 4',
      source: '<script>export let a;</script><p>{a}</p><slot/>',
      nodes: ['fragment'],
    },
  ])('registers the nodes of a component with $name', ({ source, nodes }) => {
    const { code = '' } = rewritten(source);
    const noted = [...code.matchAll(/\$\.append\(\$\$anchor, \$\$annotate\((\w+), \$\$props\)\)/g)];
    expect(noted.map(([, node]) => node)).toEqual(nodes);
    expect(code).not.toMatch(/\$\.append\(\$\$anchor, \w+\)/);
  });

  it('parses nothing of a component as Svelte prints it', () => {
    const source = `${props}<p>{a}</p>{#if a}<i>n</i>{/if}{#each [1] as x}<b>{x}</b>{/each}<svelte:element this={a} id="x"><u>{a}</u></svelte:element>`;
    const { js } = compile(source, { dev: true, hmr: true, filename: '/src/Card.svelte' });
    const parsed = registerProps(js.code.replaceAll(');\n', ') ;\n'), 'src/Card.svelte', parseScript);
    const parsedText = parsed?.toString().replaceAll(') ;\n', ');\n');
    const read = registerProps(js.code, 'src/Card.svelte', () => {
      throw new Error('It was parsed.');
    });
    expect(read?.toString()).toBe(parsedText);
    expect(parsedText?.match(/\$\$annotate\(\w+, \$\$props\)/g)).toHaveLength(4);
    expect(parsedText?.match(/\$\$annotate\(\$\$element, \$\$props\)/g)).toHaveLength(1);
  });

  it.each([
    'const text = "$.append($$anchor, p);";',
    'const text = `\n}\n`;',
    'const text = `\n$.append($$anchor, p)`;',
  ])('leaves the texts of a component as they are: %s', (statement) => {
    const { code = '' } = rewritten(`<script>let { a } = $props(); ${statement}</script><p>{a}{text}</p>`);
    expect(code).toContain(statement.slice('const text = '.length, -1));
    expect(code).toContain('$.append($$anchor, $$annotate(p, $$props))');
  });

  it('does not change a snippet that Svelte moved out of the component', () => {
    const { code = '' } = rewritten('{#snippet foo(x)}<u>{x}</u>{/snippet}{@render foo(1)}<p>a</p>');
    expect(code).toContain('$.append($$anchor, u)');
    expect(code).toContain('$.append($$anchor, $$annotate(fragment, $$props))');
  });

  it('finds the component inside the wrapper for hot updates', () => {
    const { compiled, code = '' } = rewritten(`${props}<p>{a}</p>`, { hmr: true });
    expect(compiled).toContain('$.hmr(');
    expect(code).toContain('$$annotate(p, $$props)');
  });

  it('keeps the line numbers', () => {
    const { compiled, code = '' } = rewritten(`${props}<p>{a}</p>{#if a}<i>n</i>{/if}`);
    const lines = code.split('\n');
    for (const [at, line] of compiled.trimEnd().split('\n').entries()) {
      expect(lines[at]?.replaceAll(/\$\$annotate\((\w+), \$\$props\)/g, '$1')).toBe(line);
    }
  });

  it('does not change code compiled for a server', () => {
    expect(rewritten(`${props}<p>{a}</p>`, { generate: 'server' }).code).toBeUndefined();
  });
});
