import { webLightTheme } from '@fluentui/tokens';
import '@fluentui/web-components/checkbox/define.js';
import '@fluentui/web-components/dropdown/define.js';
import '@fluentui/web-components/option/define.js';
import '@fluentui/web-components/field/define.js';
import '@fluentui/web-components/label/define.js';
import '@fluentui/web-components/listbox/define.js';
import '@fluentui/web-components/slider/define.js';
import '@fluentui/web-components/text-input/define.js';
import '@fluentui/web-components/textarea/define.js';
/** Components whose roles, names and values are in their `ElementInternals`. */
import { setTheme } from '@fluentui/web-components';

import { tell } from '../pages/tell.ts';

setTheme(webLightTheme);

document.body.insertAdjacentHTML(
  'beforeend',
  `<main style="padding: 24px; width: 400px; display: grid; gap: 24px">
<fluent-field><label slot="label" for="email">Email</label><fluent-text-input slot="input" id="email"></fluent-text-input></fluent-field>
<fluent-field><label slot="label" for="note">Note</label><fluent-textarea slot="input" id="note"></fluent-textarea></fluent-field>
<fluent-field><label slot="label" for="accept">Accept</label><fluent-checkbox slot="input" id="accept"></fluent-checkbox></fluent-field>
<fluent-field><label slot="label" for="volume">Volume</label><fluent-slider slot="input" id="volume" value="10"></fluent-slider></fluent-field>
<fluent-field><label slot="label" for="fruit">Fruit</label><fluent-dropdown slot="input" id="fruit" placeholder="Choose"><fluent-listbox>
<fluent-option value="apple">Apple</fluent-option><fluent-option value="plum">Plum</fluent-option></fluent-listbox></fluent-dropdown></fluent-field>
</main>`,
);

const state: Record<string, unknown> = {};
for (const id of ['email', 'note', 'accept', 'volume', 'fruit']) {
  const field = document.querySelector<HTMLElement & { value?: unknown; checked?: unknown }>(`#${id}`);
  for (const type of ['input', 'change'])
    field?.addEventListener(type, () => {
      state[id] = id === 'accept' ? field.checked : field.value;
      tell(state);
    });
}
