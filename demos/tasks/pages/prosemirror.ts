import { exampleSetup } from 'prosemirror-example-setup';
import { schema } from 'prosemirror-schema-basic';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import 'prosemirror-view/style/prosemirror.css';

import { tell } from './tell.ts';

document.body.insertAdjacentHTML(
  'beforeend',
  '<h1>Note</h1><div id="editor" style="border: 1px solid #ccc"></div>',
);

const doc = schema.node('doc', null, [schema.node('paragraph', null, [schema.text('Meet at noon.')])]);
const place = document.getElementById('editor');
const view = new EditorView(place, {
  state: EditorState.create({ doc, plugins: exampleSetup({ schema, menuBar: false }) }),
  dispatchTransaction: (transaction) => {
    view.updateState(view.state.apply(transaction));
    if (transaction.docChanged) tell(view.state.doc.textBetween(0, view.state.doc.content.size, '\n'));
  },
});
