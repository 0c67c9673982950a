/** The whole overlay in an app whose only component fills the page. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp, defineComponent, h } from 'vue';

import { createOverlay, type Overlay } from './overlay.ts';
import { $, clickAt, middleOf, moveTo, page } from './picking/testing/input.ts';

let overlay: Overlay;
let clicks: number;
let unmount: () => void;

const at = (left: number, top: number, line: number) => ({
  style: `position:absolute;left:${left}px;top:${top}px;width:150px;height:30px;margin:0`,
  'data-annotate-source': `src/App.vue:${line}:5`,
});
const OnlyComponent = defineComponent({
  name: 'App',
  __file: 'src/App.vue',
  render: () =>
    h('main', { style: 'position:absolute;inset:0', 'data-annotate-source': 'src/App.vue:3:3' }, [
      h('h2', { id: 'docs', ...at(20, 40, 5) }, 'Documentation'),
      h('h2', { id: 'connect', ...at(200, 260, 9) }, 'Connect with us'),
      h('button', { id: 'buy', ...at(20, 150, 7), onClick: () => clicks++ }, 'Buy'),
      h('div', { id: 'raw', ...at(200, 150, 8), innerHTML: '<b id="bold">Made by a script</b>' }),
    ]),
});

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  clicks = 0;
  page('<div id="app" data-annotate-source="index.html:10:5"></div>');
  const app = createApp(OnlyComponent);
  app.mount('#app');
  unmount = () => app.unmount();
  overlay = createOverlay({ hub: '/__annotate', appId: '.' });
});

afterEach(() => {
  overlay.close();
  unmount();
  page('');
});

const part = (selector: string) => overlay.element.shadowRoot?.querySelector(selector) ?? null;
const field = () => overlay.element.shadowRoot?.querySelector('textarea') ?? null;
const sent = (text: string) =>
  [...overlay.state().annotations.values()].find(({ annotationText }) => annotationText === text);

function press(code: string, modifiers: KeyboardEventInit = {}): void {
  const init = { code, key: code, bubbles: true, composed: true, cancelable: true, ...modifiers };
  (field() ?? document.body).dispatchEvent(new KeyboardEvent('keydown', init));
}

async function comment(selector: string, text: string): Promise<void> {
  await pointAt(selector);
  await clickAt(...middleOf($(selector)));
  await send(text);
}

async function pointAt(selector: string): Promise<void> {
  press('KeyA', { altKey: true, shiftKey: true });
  const middle = middleOf($(selector));
  await expect.poll(() => part('.nga-hint')).not.toBeNull();
  // The picker is loaded a moment after the hint is shown.
  await expect
    .poll(async () => {
      await moveTo(1, 1);
      await moveTo(...middle);
      return part('.nga-component-label');
    })
    .not.toBeNull();
}

async function send(text: string): Promise<void> {
  await expect.poll(field).not.toBeNull();
  const into = field() ?? expect.fail('No composer is open.');
  into.value = text;
  into.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  press('Enter', { ctrlKey: true, key: 'Enter' });
  await expect.poll(() => sent(text)).toBeDefined();
}

describe('an app of one component', () => {
  it('has a badge at each element that was commented on', async () => {
    await comment('#docs', 'Shorter');
    await comment('#connect', 'Too informal');
    const corners = () =>
      [...(overlay.element.shadowRoot?.querySelectorAll<HTMLElement>('.nga-badge') ?? [])]
        .map(({ style }) => `${style.left} ${style.top}`)
        .sort();
    await expect.poll(corners).toEqual(['170px 40px', '350px 260px']);
    expect(sent('Shorter')).toMatchObject({
      kind: 'component',
      componentName: 'App',
      sourceLocation: { file: 'src/App.vue', line: 5 },
      componentLocation: { file: 'src/App.vue', line: 3 },
      element: {
        tag: 'h2',
        role: 'heading',
        text: 'Documentation',
        box: { x: 20, y: 40, width: 150, height: 30 },
      },
      boundingBox: { x: 20, y: 40, width: 150, height: 30 },
    });
  });

  it('is the target itself when it is picked in the breadcrumb', async () => {
    await pointAt('#docs');
    await expect.poll(() => part('.nga-crumb')?.textContent).toBe('App');
    await clickAt(...middleOf(part('.nga-crumb') ?? document.body));
    await send('Less of everything');
    const whole = sent('Less of everything');
    expect(whole).toMatchObject({ componentName: 'App', sourceLocation: { line: 3 }, domPath: 'main' });
    expect(whole).not.toHaveProperty('element');
  });

  it('tells no line for what a script wrote, and the next click is the app’s own', async () => {
    await comment('#bold', 'Why bold?');
    expect(sent('Why bold?')).toMatchObject({ element: { tag: 'b', text: 'Made by a script' } });
    expect(sent('Why bold?')).not.toHaveProperty('sourceLocation');
    expect(overlay.state().mode.name).toBe('hidden');
    await clickAt(...middleOf($('#buy')));
    await expect.poll(() => clicks).toBe(1);
  });
});
