/** The page has no content security policy here: the view itself requests nothing from another address. */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { allRendered, closePanel, openPanel } from '../document/testing/panel-page.ts';

/** The server of the tests, by another name: it listens, and it is not the page's own address. */
const foreign = `http://127.0.0.1:${location.port}/foreign`;

beforeAll(async () => {
  await import('./assets/katex.ts');
  await import('./assets/mermaid.ts');
}, 60_000);

beforeEach(() => performance.clearResourceTimings());
afterEach(closePanel);

function requested(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith('http://127.0.0.1'));
}

/** Every request that was begun has ended and is listed when a later one to the page's own server has. */
async function requestsHaveEnded(): Promise<void> {
  const image = new Image();
  const failed = new Promise((resolve) => image.addEventListener('error', resolve));
  image.src = '/no-such-image';
  await failed;
  await new Promise((resolve) => requestAnimationFrame(resolve));
}

async function drawn(diagram: string): Promise<void> {
  const { panel } = openPanel(`\`\`\`mermaid\n${diagram}\n\`\`\`\n`, {
    loadAsset: () => Promise.resolve(''),
  });
  const element = await allRendered(panel);
  await vi.waitUntil(() => element.querySelector('[data-atom],[data-problem]') !== null, { timeout: 15_000 });
  await element.querySelector('img')?.decode();
  await requestsHaveEnded();
}

const chart = 'flowchart LR\n  A[Person] --> B(Agent)';
const init = (settings: object) => `%%{init: ${JSON.stringify(settings)}}%%\n${chart}`;
const css = (address: string) =>
  `@import url(${address}.css); @import "${address}-2.css"; @font-face{font-family:x;src:url(${address}.woff)} *{font-family:x;background-image:url(${address}.png)} div,svg{background:image-set("${address}-set.png" 1x)}`;

const diagrams: readonly (readonly [name: string, diagram: string])[] = [
  ['themeCSS', init({ themeCSS: css(foreign) })],
  ['themeCSS in front matter', `---\nconfig:\n  themeCSS: '${css(foreign)}'\n---\n${chart}`],
  ['a font family', init({ fontFamily: `x;} *{background-image:url(${foreign})} y{` })],
  ['theme variables', init({ theme: 'base', themeVariables: { primaryColor: `url(${foreign})` } })],
  [
    'HTML labels',
    init({ htmlLabels: true, flowchart: { htmlLabels: true }, securityLevel: 'loose' }).replace(
      'Person',
      `"<img src='${foreign}.png'>"`,
    ),
  ],
  [
    'a purifier of its own',
    init({ dompurifyConfig: { ADD_TAGS: ['img'] } }).replace('Person', `"<img src='${foreign}.png'>"`),
  ],
  ['a picture in a label', chart.replace('Person', `"<img src='${foreign}.png'/>"`)],
  ['a Markdown label', chart.replace('Person', `"\`![x](${foreign}.png) **bold**\`"`)],
  ['a style', `${chart}\n  style A fill:url(${foreign}),background-image:url(${foreign}.png)`],
  [
    'an escaped style',
    `${chart}\n  style A background-image:u\\72l(${foreign}.png),mask-image:\\75 rl(${foreign}-2.png)`,
  ],
  [
    'a class',
    `${chart}\n  classDef x background-image:url(${foreign}.png),cursor:url(${foreign}.cur)\n  class A x`,
  ],
  ['a line style', `${chart}\n  linkStyle 0 marker-end:url(${foreign}#m),mask:url(${foreign}.svg)`],
  ['a picture as shape', `flowchart LR\n  A@{ img: "${foreign}.png", label: "x", w: 60, h: 60 }`],
  [
    'a picture as shape, escaped',
    `flowchart LR\n  A@{ "\\u0069mg": "${foreign}.png", label: "x", w: 60, h: 60 }`,
  ],
  ['an icon', `flowchart LR\n  A@{ icon: "${foreign}:x", form: "square", label: "x" }`],
  ['a link', `${chart}\n  click A href "${foreign}" "tip" _blank\n  click B "${foreign}"`],
  [
    'a participant',
    `sequenceDiagram\n  participant A as <img src='${foreign}.png'>\n  link A: x @ ${foreign}\n  A->>A: <img src='${foreign}.png'>`,
  ],
  [
    'a C4 sprite',
    `C4Context\n  Person(a, "A", "x", $sprite="${foreign}.png", $link="${foreign}")\n  UpdateElementStyle(a, $bgColor="url(${foreign})")`,
  ],
  [
    'a class diagram',
    `classDiagram\n  class A["<img src='${foreign}.png'>"]\n  style A fill:url(${foreign})`,
  ],
  [
    'a state',
    `stateDiagram-v2\n  a: <img src='${foreign}.png'>\n  classDef x background-image:url(${foreign})\n  class a x`,
  ],
  ['a mind map', `mindmap\n  root((<img src='${foreign}.png'>))\n    ::icon(${foreign})`],
  [
    'a journey',
    `journey\n  title <img src='${foreign}.png'>\n  section a\n    <img src='${foreign}.png'>: 5: Me`,
  ],
];

it('a request to the foreign address would be seen', async () => {
  const style = document.createElement('style');
  style.textContent = `body{background-image:url(${foreign}.png)}`;
  document.head.append(style);
  await expect.poll(requested).toContain(`${foreign}.png`);
  style.remove();
});

describe('no foreign address is reached by a diagram with', () => {
  it.each(diagrams)('%s', async (_name, diagram) => {
    await drawn(diagram);
    expect(requested()).toEqual([]);
  });
});

it('no foreign address is reached by a picture', async () => {
  const { panel } = openPanel(
    `![a](${foreign}.png) <img src="${foreign}-2.png" srcset="${foreign}-3.png 2x"> ![b](//127.0.0.1:${location.port}/foreign-4.png)\n\n<picture><source srcset="${foreign}-5.png"><img src=x.png></picture>\n\n![c](file:///etc/hosts) ![d](javascript:alert(1)) <img src="javascript:alert(1)">\n`,
  );
  const element = await allRendered(panel);
  await panel.loadAll();
  await requestsHaveEnded();
  expect(requested()).toEqual([]);
  expect(element.querySelector('img')).toBeNull();
  const addresses = [...element.querySelectorAll<HTMLElement>('.picture')].map(
    ({ dataset }) => dataset.address,
  );
  expect(addresses.filter((address) => /^(?:file|javascript):/.test(address ?? ''))).toEqual([]);
});

it('a diagram keeps what it says', async () => {
  await drawn(`%%{init: {"theme": "forest"}}%%\n${chart}\n  style A fill:#ff0000`);
  const address = document.querySelector<HTMLImageElement>('[data-atom] img')?.src ?? '';
  const svg = decodeURIComponent(address);
  expect(svg).toContain('Person');
  expect(svg).toContain('#ff0000');
});
