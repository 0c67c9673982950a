/** A rich text editor whose toolbar has icons only. */
import Quill from 'quill';
import 'quill/dist/quill.snow.css';

import { tell } from './tell.ts';

document.body.insertAdjacentHTML('beforeend', '<h1>Letter</h1><div id="editor" style="height: 200px"></div>');

const quill = new Quill('#editor', {
  theme: 'snow',
  placeholder: 'Write a letter',
  modules: { toolbar: [['bold', 'italic', 'link'], [{ list: 'bullet' }]] },
});
quill.on('text-change', () => tell(quill.getContents().ops));
