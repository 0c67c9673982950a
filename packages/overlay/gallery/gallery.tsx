/** Shows every state of the overlay. `?scene=thread&theme=dark&dir=rtl` shows one scene; without it all are shown. */
import { render } from 'preact';

import { lazyPanels } from '../src/panels/lazy-panels.ts';
import { OverlayRoot } from '../src/panels/overlay-root.tsx';
import type { PanelProps } from '../src/panels/panel-props.ts';
import { adoptReviewStyles } from '../src/review/review.ts';
import { createStyleSheet } from '../src/ui/styles.ts';

import { runScene } from './run-scene.ts';
import { scenes } from './scenes.ts';

const asked = new URLSearchParams(location.search);
const theme = asked.get('theme') === 'dark' ? 'dark' : 'light';
const name = asked.get('scene');
document.documentElement.dataset.theme = theme;
document.documentElement.dir = asked.get('dir') ?? 'ltr';

if (name === null) showSheet();
else showScene(name);

function showSheet(): void {
  const all = Object.keys(scenes).flatMap((scene) =>
    ['light', 'dark'].map((look) => ({ scene, href: `?scene=${scene}&theme=${look}`, look })),
  );
  render(
    <div class="sheet">
      {all.map(({ scene, look, href }) => (
        <figure key={href}>
          <a href={href}>
            {scene}, {look}
          </a>
          <iframe src={href} title={`${scene}, ${look}`} loading="lazy" />
        </figure>
      ))}
    </div>,
    document.body,
  );
}

function showScene(scene: string): void {
  render(<Shop />, document.body);
  const overlay = document.createElement('nga-overlay');
  overlay.dataset.theme = theme;
  document.documentElement.append(overlay);
  const root = overlay.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [createStyleSheet()];
  const make = scenes[scene];
  if (make === undefined) throw new Error(`There is no scene "${scene}": ${Object.keys(scenes).join(', ')}.`);
  const made = make(theme);
  let shown: PanelProps | null = null;
  const panels = lazyPanels(
    root,
    () => shown && draw(shown),
    () => undefined,
  );
  const draw = (props: PanelProps) => {
    shown = props;
    render(<OverlayRoot {...props} panels={panels.forState(props.state, props.badges)} />, root);
  };
  runScene(made, draw);
  if (!made.state.review) return;
  adoptReviewStyles(root);
  const layer = document.createElement('div');
  layer.className = 'nga-root';
  layer.dataset.theme = theme;
  root.prepend(layer);
  render(made.extra ?? null, layer);
}

function Shop() {
  const things = ['Linen shirt', 'Wool scarf', 'Canvas bag', 'Leather belt', 'Straw hat', 'Rain coat'];
  return (
    <main>
      <h1>Autumn collection</h1>
      <div class="cards">
        {things.map((thing) => (
          <div class="card" key={thing}>
            <b>{thing}</b>
            <span>12.50 €</span>
          </div>
        ))}
      </div>
    </main>
  );
}
