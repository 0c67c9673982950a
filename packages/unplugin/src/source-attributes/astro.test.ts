import { runInThisContext } from 'node:vm';

import MagicString from 'magic-string';
import { describe, expect, it } from 'vitest';

import { markAstro } from './astro.ts';
import { parseScript } from './parse-script.ts';

// The output of Astro's own compiler is tested in packages/astro.

/** Acts as a compiler that puts a component into a template and replaces these texts in it. */
function compile(source: string, replaced: Record<string, string> = {}, tag = '$$render') {
  return compileWith('', source, replaced, tag);
}

function compileWith(imports: string, source: string, replaced: Record<string, string>, tag = '$$render') {
  const text = new MagicString(source);
  for (const [from, to] of Object.entries(replaced))
    text.update(source.indexOf(from), source.indexOf(from) + from.length, to);
  text.prepend(`${imports}const $$A = ${tag}\``).append('`;');
  return { code: text.toString(), map: text.generateMap({ includeContent: true, hires: true }) };
}

const mark = ({ code, map }: ReturnType<typeof compile>) =>
  markAstro(code, map, 'src/a.astro', { parse: parseScript })?.code;
const at = (place: string) => ` data-annotate-source="src/a.astro:${place}"`;

describe('markAstro', () => {
  it('marks elements with their position in the component', () => {
    const source = '<main>\n  <h1>{a}</h1>\n  <a href={b}>c</a>\n</main>';
    const compiled = compile(source, { '{a}': '${a}', ' href={b}': '${$$addAttribute(b, "href")}' });
    expect(mark(compiled)).toBe(
      compiled.code
        .replace('<main', `<main${at('1:1')}`)
        .replace('<h1', `<h1${at('2:3')}`)
        .replace('<a', `<a${at('3:3')}`),
    );
  });

  it('tells of an element where HTML is put into it as a text', () => {
    const source = `<div title={a > b ? 'set:html=' : "}"}\n  set:html={c}></div><p>set:html={c}</p>`;
    const compiled = compile(source, { '\n  set:html={c}>': '>${unescapeHTML(c)}', '{c}</p>': '${c}</p>' });
    const [div = '', p = ''] = (mark(compiled) ?? '').split('<p');
    expect(div).toContain(`<div${at('1:1')} data-annotate-html="2:3"`);
    expect(p).toMatch(/^ data-annotate-source="[^"]*">/);
  });

  describe('what `set:html` of a fragment makes', () => {
    const call =
      '$$renderComponent($$result, "Fragment", Fragment, {}, { "default": () => $$render`${$$unescapeHTML(c)}` })';
    const compiled = compileWith(
      '',
      '<p>a</p>\n<Fragment\n  set:html={c} />',
      {
        '<Fragment\n  set:html={c} />': `\${${call}}`,
      },
      '$$render',
    );
    const render = (made: unknown): unknown => {
      let shown: unknown;
      const $$render = (_: unknown, ...parts: unknown[]) => parts.at(-1);
      const $$renderComponent = (...given: unknown[]) => {
        const slots = given[4] as { default: () => unknown };
        shown = slots.default();
      };
      const run = runInThisContext(
        `($$render, $$renderComponent, $$unescapeHTML, Fragment, c, $$result) => { ${mark(compiled) ?? ''} }`,
      ) as (...given: readonly unknown[]) => void;
      run($$render, $$renderComponent, (html: unknown) => html, {}, made, {});
      return shown;
    };
    const from = ' data-annotate-html="src/a.astro:3:3"';

    it.each([
      [
        '<b>x</b> and <i class="a>b">y<u>z</u></i><br><hr/><p>',
        `<b${from}>x</b> and <i${from} class="a>b">y<u>z</u></i><br${from}><hr${from}/><p${from}>`,
      ],
      ['<!-- <b> --><script>"<i>"</script><em>a</em>', `<!-- <b> --><script>"<i>"</script><em${from}>a</em>`],
      [
        'a < b, and <b data-annotate-source="src/b.ts:1:1">c</b>',
        'a < b, and <b data-annotate-source="src/b.ts:1:1">c</b>',
      ],
      ['only words', 'only words'],
    ])('tells it of the outermost elements: %s', (html, expected) => {
      // As Astro does, which knows such a text by its class.
      class HTMLString extends String {}
      const shown = render(new HTMLString(html));
      expect(shown).toBeInstanceOf(HTMLString);
      expect(String(shown)).toBe(expected);
    });

    it.each(['<!--', '<script ', '<a ', '<a "', `<a '"`])('reads text of only %s once', (part) => {
      const text = part.repeat(50_000);
      expect(String(render(new String(text)))).toBe(text);
    });

    it('waits for a promise, and leaves everything else as it is', async () => {
      expect(String(await render(Promise.resolve(new String('<b>x</b>'))))).toBe(`<b${from}>x</b>`);
      for (const each of [null, undefined, 'text', 5, new Uint8Array(2)]) expect(render(each)).toBe(each);
    });
  });

  it('marks the body, but not one in a comment or a script', () => {
    const source = '<!-- <body> --><script>"<body>"</script><html><body class="a"><p>b</p></body></html>';
    expect(mark(compile(source))).toContain(`<html><body${at('1:47')} class="a"><p${at('1:63')}>`);
  });

  it('marks a tag whose name is a variable where that is the name of an element', () => {
    const source = '<Tag id="a">b</Tag><Card />';
    const compiled = compileWith("import Card from './Card.astro';", source, {
      '<Tag id="a">b</Tag>': '${$$renderComponent($$result, "Tag", Tag, { "id": "a" })}',
      '<Card />': '${$$renderComponent($$result, "Card", Card, {})}',
    });
    const attribute = '{"data-annotate-source":"src/a.astro:1:1"}';
    expect(mark(compiled)).toBe(
      compiled.code.replace('{ "id"', `{...(typeof Tag === "string" && ${attribute}), "id"`),
    );
  });

  describe('the tag of a component of a package', () => {
    /** What the tag of a component with this module makes. */
    const made = (
      moduleId: string | undefined,
      drawn: object,
      { from = 'some-icons', isAstroComponentFactory = true } = {},
    ): unknown => {
      const call = '$$renderComponent($$result, "Icon", Icon, {})';
      const compiled = compileWith(`import { Icon } from '${from}';`, '<p>a</p>\n<Icon />', {
        '<Icon />': `\${${call}}`,
      });
      const code = (mark(compiled) ?? '').replace(/^import.*?;/, '');
      const run = runInThisContext(`(Icon, $$renderComponent) => {
        const $$result = null; let shown; const $$render = (_, made) => { shown = made; }; ${code}
        return shown; }`) as (...given: readonly unknown[]) => unknown;
      return run({ moduleId, isAstroComponentFactory }, () => drawn);
    };
    /** What is written when the tag renders these texts. */
    const rendered = (
      moduleId: string | undefined,
      texts: readonly unknown[],
      options?: { from?: string; isAstroComponentFactory?: boolean },
    ) => {
      const render = (destination: { write: (chunk: unknown) => void }) => {
        for (const text of texts) destination.write(text);
      };
      const written: unknown[] = [];
      const shown = made(moduleId, { render }, options) as { render: typeof render };
      shown.render({ write: (chunk) => written.push(chunk) });
      return written;
    };
    const initialised = (moduleId: string, value: unknown): unknown =>
      (made(moduleId, { init: () => value, render: () => undefined }) as { init: () => unknown }).init();
    const inPackage = '/app/node_modules/some-icons/Icon.astro';
    const attribute = at('2:1');

    it('is where the first element is written that it draws', () => {
      expect(rendered(inPackage, ['\n', '<svg', ' width="1"><path/></svg>', '<b></b>'])).toEqual([
        '\n',
        `<svg${attribute}`,
        ' width="1"><path/></svg>',
        '<b></b>',
      ]);
      const instruction = { type: 'head' };
      expect(rendered(inPackage, [instruction, '<style>a{}</style>', '<!-- x --><svg/>'])).toEqual([
        instruction,
        '<style>a{}</style>',
        `<!-- x --><svg${attribute}/>`,
      ]);
    });

    it('is where Astro 7 reads the first element from a template that all pages share', async () => {
      const texts = Object.freeze(['\n', '<svg>', '</svg>']);
      const template = (htmlParts: readonly string[], ...expressions: unknown[]) => ({
        [Symbol.for('astro.renderTemplateResult')]: true,
        ...{ htmlParts, expressions },
      });
      const inner = template(texts, { type: 'head' }, null);
      for (const value of [inner, template(['', ''], inner), Promise.resolve(inner)]) {
        inner.htmlParts = texts;
        expect(await initialised(inPackage, value)).toBe(await value);
        expect(inner.htmlParts).toEqual(['\n', `<svg${attribute}>`, '</svg>']);
      }
      expect(texts[1]).toBe('<svg>');
      expect(initialised(inPackage, 'text')).toBe('text');
    });

    it('marks texts that Astro keeps as objects, as what they are', () => {
      class Html extends String {}
      const [first] = rendered(inPackage, [new Html('<svg>')]) as [unknown];
      expect(first).toBeInstanceOf(Html);
      expect(String(first)).toBe(`<svg${attribute}>`);
    });

    it.each([
      { name: 'a text that comes first', texts: ['text <svg>'] },
      { name: 'an element that has its own place', texts: [`<p${at('1:1')}>`, '<svg>'] },
    ])('leaves $name as it is', ({ texts }) => {
      expect(rendered(inPackage, texts)).toEqual(texts);
    });

    it('is told of components that a package makes by a function', () => {
      expect(rendered(undefined, ['<svg>'])).toEqual([`<svg${attribute}>`]);
    });

    it('leaves components of the project and of other frameworks as they are', () => {
      expect(rendered('/app/src/Icon.astro', ['<svg>'], { from: '@/Icon.astro' })).toEqual(['<svg>']);
      expect(rendered(inPackage, ['<svg>'], { from: './Icon.astro' })).toEqual(['<svg>']);
      expect(rendered(undefined, ['<svg>'], { isAstroComponentFactory: false })).toEqual(['<svg>']);
    });
  });

  it('does not mark an element whose mapped position has another tag', () => {
    const compiled = compile('<Card /><p>a</p>', { '<Card />': '<div></div>' });
    expect(mark(compiled)).toBe(compiled.code.replace('<p', `<p${at('1:9')}`));
  });

  it('does not change other templates, and modules without their source', () => {
    expect(mark(compile('<p>a</p>', {}, 'other'))).toBeUndefined();
    expect(markAstro('$$render`<p>`', {}, 'src/a.astro', { parse: parseScript })).toBeUndefined();
  });
});
