/** A calendar that hides the field behind one of its own. */
import flatpickr from 'flatpickr';
import 'flatpickr/dist/flatpickr.css';

import { tell } from './tell.ts';

document.body.insertAdjacentHTML(
  'beforeend',
  '<h1>Table for two</h1><label for="day">Day</label> <input id="day" placeholder="Pick a day">',
);

flatpickr('#day', {
  altInput: true,
  altFormat: 'F j, Y',
  defaultDate: '2026-03-10',
  onChange: (_, day) => tell({ day }),
});
