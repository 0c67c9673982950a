/** Edits of every kind, each judged by what the page shows. */
import { expectBefore, filesOf, judgeEdit, openPage } from '../support/judge-edit.ts';
import { OverlayOnPage } from '../support/overlay.ts';
import { seededEdits } from '../support/proof-edits.ts';
import { test } from '../support/test.ts';

test.describe('an edit is judged right', () => {
  for (const edit of seededEdits) {
    test(
      edit.name,
      { tag: edit.isTelling === true ? '@once' : '@full' },
      async ({ page, server, store, allAnnotations }) => {
        const reason = edit.notIn?.[server.name];
        test.skip(reason !== undefined, reason);
        const files = filesOf(server);
        try {
          edit.prepare?.(files);
          await openPage(page, server);
          await new OverlayOnPage(page, allAnnotations).comment(edit.target(page), edit.name);
          await expectBefore(allAnnotations, 1);
          const annotations = await allAnnotations();
          await judgeEdit(edit, { page, files, store, demo: server.name, annotations });
        } finally {
          files.restore();
        }
      },
    );
  }
});
