import { ElAutocomplete, ElDatePicker, ElInputNumber, ElSlider, ElTimePicker } from 'element-plus';
import 'element-plus/dist/index.css';
import { createApp, h, reactive, watch } from 'vue';

import { tell } from '../pages/tell.ts';

interface Filled {
  date: string;
  time: string;
  seats: number | undefined;
  city: string | number;
  volume: number | number[];
}

const state = reactive<Filled>({ date: '', time: '', seats: 1, city: '', volume: 10 });
watch(state, () => tell({ ...state }));
const model = <Name extends keyof Filled>(name: Name) => ({
  modelValue: state[name],
  'onUpdate:modelValue': (value: Filled[Name]) => {
    state[name] = value;
  },
});
const row = { style: 'display: grid; gap: 24px; width: 400px; padding: 24px' };
const cities = ['Rome', 'Romford', 'Turin'].map((value) => ({ value }));

createApp({
  render: () =>
    h('main', row, [
      h(ElDatePicker, {
        ...model('date'),
        valueFormat: 'YYYY-MM-DD',
        ariaLabel: 'Start date',
        placeholder: 'Start date',
      }),
      h(ElTimePicker, {
        ...model('time'),
        valueFormat: 'HH:mm:ss',
        ariaLabel: 'Start time',
        placeholder: 'Start time',
      }),
      h(ElInputNumber, { ...model('seats'), min: 0, max: 100, ariaLabel: 'Seats' }),
      h(ElAutocomplete, {
        ...model('city'),
        ariaLabel: 'City',
        fetchSuggestions: (text: string, done: (found: typeof cities) => void) =>
          done(cities.filter(({ value }) => value.startsWith(text))),
      }),
      h(ElSlider, { ...model('volume'), ariaLabel: 'Volume' }),
    ]),
}).mount(document.body.appendChild(document.createElement('div')));
