import '@shoelace-style/shoelace/dist/components/color-picker/color-picker.js';
import '@shoelace-style/shoelace/dist/components/input/input.js';
import '@shoelace-style/shoelace/dist/components/option/option.js';
import '@shoelace-style/shoelace/dist/components/range/range.js';
import '@shoelace-style/shoelace/dist/components/select/select.js';
import '@shoelace-style/shoelace/dist/themes/light.css';
import { tell } from '../pages/tell.ts';

document.body.insertAdjacentHTML(
  'beforeend',
  `<main style="padding: 24px; width: 400px; display: grid; gap: 24px">
<sl-input id="date" type="date" label="Start date"></sl-input>
<sl-input id="time" type="time" label="Start time"></sl-input>
<sl-input id="seats" type="number" label="Seats"></sl-input>
<sl-range id="volume" label="Volume" value="10"></sl-range>
<sl-select id="speed" label="Speed"><sl-option value="slow">Slow boat</sl-option><sl-option value="train">Night train</sl-option></sl-select>
<sl-color-picker id="colour" label="Colour" inline></sl-color-picker>
</main>`,
);

const state: Record<string, unknown> = {};
for (const id of ['date', 'time', 'seats', 'volume', 'speed', 'colour']) {
  const field = document.querySelector<HTMLElement & { value?: unknown }>(`#${id}`);
  field?.addEventListener(id === 'volume' ? 'sl-input' : 'sl-change', () => {
    state[id] = field.value;
    tell(state);
  });
}
