import { createApp, h, reactive, watch } from 'vue';
import { createVuetify } from 'vuetify';
import { VApp, VCombobox, VNumberInput, VSlider, VTextField } from 'vuetify/components';
import { VMaskInput } from 'vuetify/labs/VMaskInput';
import 'vuetify/styles';

import { tell } from '../pages/tell.ts';

const state = reactive({ date: '', phone: '', seats: 1, city: '', volume: 10 });
watch(state, () => tell({ ...state }));
const model = <Name extends keyof typeof state>(name: Name) => ({
  modelValue: state[name],
  'onUpdate:modelValue': (value: (typeof state)[Name]) => {
    state[name] = value;
  },
});
const cities = ['Rome', 'Romford', 'Turin'];

createApp({
  render: () =>
    h(VApp, () =>
      h('main', { style: 'display: grid; gap: 24px; width: 400px; padding: 24px' }, [
        h(VTextField, { ...model('date'), label: 'Start date', type: 'date' }),
        h(VMaskInput, { ...model('phone'), label: 'Phone', mask: '(###) ###-####' }),
        h(VNumberInput, { ...model('seats'), label: 'Seats', min: 0, max: 100 }),
        h(VCombobox, { ...model('city'), label: 'City', items: cities }),
        h(VSlider, { ...model('volume'), 'aria-label': 'Volume', step: 1 }),
      ]),
    ),
})
  .use(createVuetify())
  .mount(document.body.appendChild(document.createElement('div')));
