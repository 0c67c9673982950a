/** Web components with open shadow roots and slots. */
import '@shoelace-style/shoelace/dist/components/button/button.js';
import '@shoelace-style/shoelace/dist/components/checkbox/checkbox.js';
import '@shoelace-style/shoelace/dist/components/dialog/dialog.js';
import '@shoelace-style/shoelace/dist/components/dropdown/dropdown.js';
import '@shoelace-style/shoelace/dist/components/menu-item/menu-item.js';
import '@shoelace-style/shoelace/dist/components/menu/menu.js';
import '@shoelace-style/shoelace/dist/components/option/option.js';
import '@shoelace-style/shoelace/dist/components/select/select.js';
import '@shoelace-style/shoelace/dist/themes/light.css';
import { tell } from '../pages/tell.ts';

document.body.insertAdjacentHTML(
  'beforeend',
  `<main style="padding: 24px; width: 500px; display: grid; gap: 24px">
<h1>Delivery</h1>
<sl-select label="Speed" placeholder="Choose one">
  <sl-option value="slow">Slow boat</sl-option><sl-option value="train">Night train</sl-option><sl-option value="plane">Plane</sl-option>
</sl-select>
<sl-checkbox>Leave it at the door</sl-checkbox>
<div><sl-dropdown><sl-button slot="trigger" caret>Parcel</sl-button>
  <sl-menu><sl-menu-item value="track">Track</sl-menu-item><sl-menu-item value="return">Send back</sl-menu-item></sl-menu></sl-dropdown></div>
<div><sl-button id="cancel" variant="danger">Cancel the order</sl-button></div>
<sl-dialog label="Cancel the order?">This cannot be undone.<sl-button slot="footer" id="sure" variant="primary">Yes, cancel it</sl-button></sl-dialog>
</main>`,
);

const state: Record<string, unknown> = {};
const set = (name: string, value: unknown): void => {
  state[name] = value;
  tell(state);
};
const part = (
  selector: string,
): HTMLElement & { value?: string; checked?: boolean; show?(): void; hide?(): void } => {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`There is no ${selector}.`);
  return found;
};

part('sl-select').addEventListener('sl-change', () => set('speed', part('sl-select').value));
part('sl-checkbox').addEventListener('sl-change', () => set('door', part('sl-checkbox').checked));
part('sl-menu').addEventListener('sl-select', (event) => {
  const { item } = (event as CustomEvent<{ item: { value: string } }>).detail;
  set('parcel', item.value);
});
part('#cancel').addEventListener('click', () => part('sl-dialog').show?.());
part('#sure').addEventListener('click', () => {
  set('cancelled', true);
  part('sl-dialog').hide?.();
});
