import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import type { AssetName } from '../document/panel-types.ts';
import {
  allRendered,
  closePanel,
  commentOn,
  openPanel,
  select,
  wordsRange,
} from '../document/testing/panel-page.ts';

// The sources of both scripts; as files they are what the build makes of them.
beforeAll(async () => {
  await import('./assets/katex.ts');
  await import('./assets/mermaid.ts');
}, 60_000);

afterEach(() => {
  closePanel();
  document.documentElement.removeAttribute('data-theme');
});

function assets(code = '') {
  const asked: AssetName[] = [];
  const loadAsset = (name: AssetName) => {
    asked.push(name);
    return Promise.resolve(code);
  };
  return { asked, loadAsset };
}

async function drawn(element: HTMLElement, count: number): Promise<Element[]> {
  const atoms = () => [...element.querySelectorAll('[data-atom],[data-problem]')];
  await vi.waitUntil(() => atoms().length === count, { timeout: 15_000 });
  return atoms();
}

describe('code for formulas and diagrams', () => {
  it('is not loaded when there are none', async () => {
    const { asked, loadAsset } = assets();
    await allRendered(openPanel('A price of $5 and $6.\n\n```ts\nmermaid\n```\n', { loadAsset }).panel);
    expect(asked).toEqual([]);
  });

  it('is loaded once and run in the page', async () => {
    const { asked, loadAsset } = assets('globalThis.ranInPage = (globalThis.ranInPage ?? 0) + 1');
    const { panel } = openPanel('$a$ and $b$\n\n$$\nc\n$$\n', { loadAsset });
    await drawn(await allRendered(panel), 3);
    expect(asked).toEqual(['katex']);
    expect(Reflect.get(globalThis, 'ranInPage')).toBe(1);
  });

  it('that cannot be loaded leaves the source, with the reason', async () => {
    const { panel } = openPanel('Inline $a^2$ here.\n');
    const [formula] = await drawn(await allRendered(panel), 1);
    expect(formula?.textContent).toBe('a^2');
    expect(formula?.getAttribute('title')).toBe('not in this test');
    select(wordsRange(panel.element, '^2 here'));
    expect(panel.selection()?.quote).toBe('^2$ here');
  });
});

describe('a formula', () => {
  it('is MathML, and is selected and painted as a whole', async () => {
    const text = 'Before $x^2 + y$ after.\n';
    const { panel } = openPanel(text, assets());
    const [formula] = await drawn(await allRendered(panel), 1);
    expect(formula?.querySelector('math msup')).not.toBeNull();
    const part = new Range();
    part.selectNodeContents(formula?.querySelector('msup') ?? panel.element);
    select(part);
    expect(panel.selection()?.quote).toBe('x^2 + y');
    panel.paint([commentOn(text, 'x^2')]);
    const [range] = CSS.highlights.get('md-pending') ?? [];
    expect(range instanceof Range && range.intersectsNode(formula?.querySelector('msup') ?? document)).toBe(
      true,
    );
    expect(panel.boxes().get('x^2')?.bottom).toBeGreaterThan(0);
  });

  it('with a mistake in it shows its source and says what is wrong', async () => {
    const { panel } = openPanel('$\\frac{1$\n', assets());
    const [formula] = await drawn(await allRendered(panel), 1);
    expect(formula?.textContent).toBe('\\frac{1');
    expect(formula?.getAttribute('title')).toContain('KaTeX');
  });

  it('contains no link and no picture', async () => {
    const { panel } = openPanel(
      '$\\href{javascript:pwned=1}{x}$ $\\includegraphics{https://example.com/a.png}$ $\\htmlStyle{position:fixed}{x}$\n',
      assets(),
    );
    const element = await allRendered(panel);
    await drawn(element, 3);
    expect(element.querySelector('section :is(a,img,[href],[style])')).toBeNull();
  });
});

describe('a diagram', () => {
  const text = 'See:\n\n```mermaid\nflowchart LR\n  A[Person] --> B(Agent)\n```\n';

  it('is a picture whose words are its source, and is commented as a whole', async () => {
    const { panel } = openPanel(text, assets());
    const [diagram] = await drawn(await allRendered(panel), 1);
    const picture = diagram?.querySelector('img');
    await picture?.decode();
    expect(picture?.naturalWidth).toBeGreaterThan(100);
    expect(picture?.alt).toContain('A[Person] --> B(Agent)');
    const around = new Range();
    around.selectNode(picture ?? document.body);
    select(around);
    expect(panel.selection()?.quote).toBe('flowchart LR\n  A[Person] --> B(Agent)');
    panel.paint([commentOn(text, 'B(Agent)')]);
    expect(picture?.dataset.painted).toBe('pending');
  });

  it('far below is drawn for printing, and a click selects it', async () => {
    const { panel } = openPanel(`${'words\n\n'.repeat(500)}${text}`, assets());
    await panel.loadAll();
    const diagram = panel.element.querySelector<HTMLElement>('[data-atom=diagram]');
    diagram?.querySelector('img')?.click();
    expect(panel.selection()?.quote).toBe('flowchart LR\n  A[Person] --> B(Agent)');
  });

  it('is drawn again in the other theme', async () => {
    document.documentElement.dataset.theme = 'light';
    const { panel } = openPanel(text, assets());
    const [diagram] = await drawn(await allRendered(panel), 1);
    const light = diagram?.querySelector('img')?.src;
    document.documentElement.dataset.theme = 'dark';
    await expect.poll(() => diagram?.querySelector('img')?.src).not.toBe(light);
  });

  it('cannot run or restyle anything', async () => {
    const hostile =
      '```mermaid\n%%{init: {"securityLevel": "loose", "themeCSS": "body{display:none} .document{display:none}"}}%%\nflowchart LR\n  A["<img src=x onerror=pwned=1>"] --> B\n  click A href "javascript:pwned=1"\n  click B call pwned()\n```\n';
    const { panel } = openPanel(hostile, assets());
    await drawn(await allRendered(panel), 1);
    expect(Reflect.get(globalThis, 'pwned')).toBeUndefined();
    expect(getComputedStyle(panel.element).display).toBe('block');
    expect(document.querySelector('svg')).toBeNull();
  });

  it('with a mistake in it shows its source', async () => {
    const { panel } = openPanel('```mermaid\nnot a diagram\n```\n', assets());
    const [diagram] = await drawn(await allRendered(panel), 1);
    expect(diagram?.textContent.trim()).toBe('not a diagram');
    expect(document.querySelector('[id^=dannotate-mcp]')).toBeNull();
  });
});
