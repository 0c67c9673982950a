import flatpickr from 'flatpickr';
import 'flatpickr/dist/flatpickr.css';

import { tell } from './tell.ts';

document.body.insertAdjacentHTML(
  'beforeend',
  ['Start date', 'Start time', 'Stay', 'Meeting']
    .map((label, index) => `<p><label for="at${index}">${label}</label> <input id="at${index}"></p>`)
    .join(''),
);

const state: Record<string, unknown> = {};
const set = (name: string) => (_: unknown, text: string) => {
  state[name] = text;
  tell(state);
};

flatpickr('#at0', { allowInput: true, onChange: set('date') });
flatpickr('#at1', {
  allowInput: true,
  enableTime: true,
  noCalendar: true,
  time_24hr: true,
  onChange: set('time'),
});
flatpickr('#at2', { allowInput: true, mode: 'range', onChange: set('stay') });
flatpickr('#at3', { allowInput: true, enableTime: true, time_24hr: true, onChange: set('meeting') });
