/** A list that is put in order by dragging, with SortableJS. */
import Sortable from 'sortablejs';

import { tell } from './tell.ts';

document.body.insertAdjacentHTML(
  'beforeend',
  `<h1>Playlist</h1><ul id="songs" style="width: 300px; list-style: none; padding: 0">${[
    'Overture',
    'Waltz',
    'March',
    'Finale',
  ]
    .map((name) => `<li style="padding: 12px; border: 1px solid #ccc; cursor: grab">${name}</li>`)
    .join('')}</ul>`,
);

const list = document.getElementById('songs');
if (list === null) throw new Error('There is no list.');
Sortable.create(list, {
  animation: 0,
  onEnd: () => tell([...list.children].map(({ textContent }) => textContent)),
});
