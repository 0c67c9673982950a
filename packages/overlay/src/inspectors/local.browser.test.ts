import { afterEach, describe, expect, it } from 'vitest';
import { createApp, defineComponent, h } from 'vue';

import { createInspection } from './local.ts';
import { remoteInspection, serveInspection } from './remote.ts';
import { element, testConfig } from './testing/page.ts';

class HarborTide extends HTMLElement {
  connectedCallback(): void {
    this.attachShadow({ mode: 'open' }).innerHTML =
      '<p data-annotate-source="src/tide.ts:12:7">High <b>water</b></p><slot></slot>';
  }
}
customElements.define('harbor-tide', HarborTide);

const inspection = createInspection(testConfig, {
  manifest: () => ({ HarborTide: { component: 'src/tide.ts', selector: 'harbor-tide' } }),
});

function inTide(selector: string): Element {
  const { shadowRoot } = element('harbor-tide');
  if (shadowRoot === null) throw new Error('The tide has no shadow root.');
  return element(selector, shadowRoot);
}

afterEach(() => {
  document.body.innerHTML = '';
});

describe('an inspection', () => {
  it('takes a custom element for the component of what is in it', async () => {
    document.body.innerHTML = '<harbor-tide place="Hamburg" token="x"></harbor-tide>';
    expect(await inspection.ancestry(inTide('b'))).toEqual([
      { name: 'HarborTide', selector: 'harbor-tide', hostUp: 2 },
    ]);
    const described = await inspection.describe(inTide('b'), 0);
    expect(described).not.toHaveProperty('sourceLocation');
    expect(described).toMatchObject({
      kind: 'component',
      componentName: 'HarborTide',
      selector: 'harbor-tide',
      componentFilePath: 'src/tide.ts',
      componentLocation: { file: 'src/tide.ts', line: 12, column: 7 },
      element: { tag: 'b', text: 'water', html: '<b>water</b>' },
      inputs: { place: 'Hamburg', token: '[redacted]' },
      domPath: 'harbor-tide >>> b',
      componentTreePath: [],
    });
  });

  it('passes over components of which no file of the project is known, and shows no name of theirs', async () => {
    const Library = defineComponent({
      name: 'SegmentViewNode',
      setup:
        (_, { slots }) =>
        () =>
          slots.default?.(),
    });
    const Page = defineComponent({
      name: 'Page',
      __file: `${testConfig.projectRoot}/src/Page.vue`,
      setup: () => () => h(Library, () => h('h1', 'Title')),
    });
    document.body.innerHTML = '<div id="known"></div><div id="unknown"></div>';
    createApp(Page).mount('#known');
    expect((await inspection.locate(element('h1'))).path).toEqual([1]);
    expect(await inspection.describe(element('h1'), null)).toMatchObject({
      kind: 'component',
      componentName: 'Page',
      componentTreePath: [],
    });
    createApp(defineComponent({ name: 'AppRouter', render: () => h('p', 'Text') })).mount('#unknown');
    const unknown = await inspection.describe(element('p'), null);
    expect(unknown).toMatchObject({ kind: 'element', description: 'p "Text"' });
    expect(JSON.stringify(unknown)).not.toContain('AppRouter');
  });

  it('says of what has no line where the HTML comes in that it is a part of, but not of what a custom element made', async () => {
    document.body.innerHTML = `<article data-annotate-source="src/Post.vue:4:3" data-annotate-html="5:5">
      <p><b>raw</b></p><h2 data-annotate-source="post.md:7:1">written <i>x</i></h2><harbor-tide></harbor-tide>
    </article>`;
    const generatedAt = { file: 'src/Post.vue', line: 5, column: 5 };
    expect(await inspection.describe(element('p b'), null)).toMatchObject({ kind: 'element', generatedAt });
    expect(await inspection.locate(element('p'))).toMatchObject({ source: null, generatedAt });
    for (const made of [element('article'), element('h2'), element('i'), inTide('b')]) {
      expect(await inspection.describe(made, null)).not.toHaveProperty('generatedAt');
      expect(await inspection.locate(made)).not.toHaveProperty('generatedAt');
    }
  });

  it('reads it off an outermost element of that HTML, and for a template of Angular from the manifest', async () => {
    document.body.innerHTML = `<main data-annotate-source="src/a.astro:4:3">
      <p data-annotate-html="src/a.astro:9:13"><b>raw</b></p><u>unknown</u></main>
      <section data-ng-source-location="src/app/x.html@o:20,l:2,c:4"><q><em>raw</em></q></section>
      <section data-ng-source-location="constructor@o:20,l:2,c:4"><s>raw</s></section>`;
    const html = { '3:5': '3:12' };
    const own = createInspection(testConfig, {
      manifest: () => ({ 'src/app/x.html': { component: 'src/app/x.html', html } }),
    });
    const inAstro = { generatedAt: { file: 'src/a.astro', line: 9, column: 13 } };
    const inAngular = { generatedAt: { file: 'src/app/x.html', line: 3, column: 12 } };
    for (const tag of ['p', 'b']) expect(await own.describe(element(tag), null)).toMatchObject(inAstro);
    for (const tag of ['q', 'em']) expect(await own.describe(element(tag), null)).toMatchObject(inAngular);
    for (const tag of ['u', 's', 'section'])
      expect(await own.describe(element(tag), null)).not.toHaveProperty('generatedAt');
  });

  it('does not take a class of the same name for the file of a library’s element', async () => {
    customElements.define('lib-card', class Card extends HTMLElement {});
    document.body.innerHTML = '<lib-card>x</lib-card>';
    const own = createInspection(testConfig, { manifest: () => ({ Card: { component: 'src/card.tsx' } }) });
    expect((await own.describe(element('lib-card'), null)).kind).toBe('element');
  });

  it('gives the bare element with its place where there is no component', async () => {
    document.body.innerHTML =
      '<form aria-label="Order"><button data-annotate-source="index.html:3:5">Send</button></form>';
    expect(await inspection.ancestry(element('button'))).toEqual([]);
    expect(await inspection.describe(element('button'), 0)).toEqual({
      kind: 'element',
      selector: 'button',
      description: 'button "Send" in form "Order"',
      element: {
        tag: 'button',
        role: 'button',
        text: 'Send',
        box: expect.objectContaining({ width: element('button').getBoundingClientRect().width }) as unknown,
      },
      domSnapshot: '<button>Send</button>',
      sourceLocation: { file: 'index.html', line: 3, column: 5 },
    });
    expect(await inspection.locate(element('button'))).toEqual({
      source: { file: 'index.html', line: 3, column: 5 },
      path: [],
      component: null,
      use: null,
    });
  });

  it('knows no line of what a script wrote into the page, and does not take that of the mount point', async () => {
    document.body.innerHTML = '<div id="app" data-annotate-source="index.html:10:5"></div>';
    element('#app').innerHTML = '<h1 id="title">Get started</h1>';
    expect(await inspection.describe(element('#title'), 0)).not.toHaveProperty('sourceLocation');
    expect((await inspection.locate(element('#title'))).source).toBeNull();
    expect((await inspection.locate(element('#app'))).source?.line).toBe(10);
  });

  it('asks the framework that is nearest', async () => {
    document.body.innerHTML = '<div id="app"></div>';
    const app = createApp(
      defineComponent({ name: 'Page', render: () => h('main', [h('harbor-tide', [h('i', 'light')])]) }),
      {},
    );
    app.mount('#app');
    expect((await inspection.ancestry(inTide('b')))[0]?.name).toBe('HarborTide');
    expect((await inspection.ancestry(element('main')))[0]?.name).toBe('Page');
    app.unmount();
  });

  it('gives boxes in coordinates of the page', async () => {
    document.body.innerHTML =
      '<div style="height: 3000px"></div><harbor-tide style="display: block"></harbor-tide>';
    window.scrollTo(0, 500);
    const target = await inspection.describe(element('harbor-tide'), 0);
    const { y } = element('harbor-tide').getBoundingClientRect();
    expect(target.kind === 'component' && target.boundingBox?.y).toBe(y + window.scrollY);
    window.scrollTo(0, 0);
  });

  it('never describes the overlay', async () => {
    document.body.innerHTML = '<nga-overlay></nga-overlay>';
    const shadowRoot = element('nga-overlay').attachShadow({ mode: 'open' });
    shadowRoot.innerHTML = '<button>ours</button>';
    const own = element('button', shadowRoot);
    expect(await inspection.ancestry(own)).toEqual([]);
    expect(await inspection.locate(own)).toEqual({ source: null, path: [], component: null, use: null });
    const described = await inspection.describe(own, 0);
    expect(described).toMatchObject({ kind: 'element', selector: 'body' });
    expect(described.domSnapshot).not.toContain('nga-overlay');
  });

  it('survives an app whose marks throw', async () => {
    document.body.innerHTML = '<b></b>';
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no');
        },
      },
    );
    for (const key of ['__reactFiber$x', '__vueParentComponent', '__svelte_meta']) {
      Object.defineProperty(element('b'), key, { value: hostile, enumerable: true });
    }
    expect(await inspection.ancestry(element('b'))).toEqual([]);
    expect(await inspection.describe(element('b'), 0)).toMatchObject({ kind: 'element' });
  });
});

/** The document of the first frame, when it has what is looked for. */
async function loadedFrame(around: Document, wanted: string): Promise<Document> {
  const frame = around.querySelector('iframe');
  if (frame === null) throw new Error('There is no frame.');
  for (;;) {
    const inside = frame.contentDocument;
    if (inside?.readyState === 'complete' && inside.body.matches(`:has(${wanted})`)) return inside;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

describe('an inspection from another world', () => {
  it('asks about an element through the DOM and gets the same answers', async () => {
    document.body.innerHTML = '<harbor-tide></harbor-tide>';
    const stop = serveInspection(inspection);
    const remote = remoteInspection();
    for (const at of [element('harbor-tide'), inTide('b'), document.body]) {
      expect(await remote.ancestry(at)).toEqual(await inspection.ancestry(at));
      expect(await remote.locate(at)).toEqual(await inspection.locate(at));
      expect(await remote.describe(at, 0)).toEqual(await inspection.describe(at, 0));
    }
    stop();
  });

  it('answers for elements in frames of the same site, also of frames in these', async () => {
    document.body.innerHTML =
      '<iframe srcdoc="<p>Outer</p><iframe srcdoc=&quot;<b>Inner</b>&quot;></iframe>"></iframe>';
    const outer = await loadedFrame(document, 'p');
    const inner = await loadedFrame(outer, 'b');
    const stop = serveInspection(inspection);
    for (const at of [inner.querySelector('b'), outer.querySelector('p'), inner.querySelector('b')]) {
      if (at === null) throw new Error('The frame is empty.');
      const remote = remoteInspection({ timeoutMs: 2_000 });
      expect(await remote.describe(at, 0)).toEqual(await inspection.describe(at, 0));
    }
    stop();
  });

  it('tells answers to several questions about one element apart', async () => {
    document.body.innerHTML = '<harbor-tide></harbor-tide>';
    const stop = serveInspection(inspection);
    const remote = remoteInspection();
    const [target, ancestry, place] = await Promise.all([
      remote.describe(inTide('b'), 0),
      remote.ancestry(inTide('b')),
      remote.locate(inTide('p')),
    ]);
    expect([target.kind, ancestry.length, place.source?.line]).toEqual(['component', 1, 12]);
    stop();
  });

  it('rejects when there is no answer', async () => {
    await expect(remoteInspection({ timeoutMs: 20 }).ancestry(document.body)).rejects.toThrow(
      'The page did not answer "ancestry" within 20 ms',
    );
  });

  it('says that the element is gone', async () => {
    await expect(remoteInspection().ancestry(document.createElement('b'))).rejects.toThrow(
      'no longer in the page',
    );
  });

  it('refuses an answer of another shape', async () => {
    const stop = serveInspection({
      ...inspection,
      ancestry: () => Promise.resolve([{ name: 'x', selector: 'x', hostUp: Number.NaN }]),
    });
    await expect(remoteInspection().ancestry(document.body)).rejects.toThrow('something else');
    stop();
  });
});
