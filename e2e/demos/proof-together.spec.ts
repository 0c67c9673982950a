/** All edits in one page: a verdict is of its own edit, and nothing that comes later changes it. */
import type { Proof } from '@annotate-mcp/core';

import { expectBefore, filesOf, judgeEdit, openPage, proofOf } from '../support/judge-edit.ts';
import { OverlayOnPage } from '../support/overlay.ts';
import { seededEdits } from '../support/proof-edits.ts';
import { expect, test } from '../support/test.ts';

// What is said of a comment that was sent is at the bottom of the window, below all of the page.
test.use({ viewport: { width: 1280, height: 1600 } });

test(
  'all edits are judged right in one page where the others are open, and no verdict changes once it is frozen',
  { tag: '@full' },
  async ({ page, server, store, allAnnotations }) => {
    test.setTimeout(30 * 60_000);
    const files = filesOf(server);
    const edits = seededEdits.filter(({ notIn }) => notIn?.[server.name] === undefined);
    try {
      for (const { prepare } of edits) prepare?.(files);
      await openPage(page, server);
      const overlay = new OverlayOnPage(page, allAnnotations);
      for (const edit of edits) await overlay.comment(edit.target(page), edit.name);
      await expectBefore(allAnnotations, edits.length);
      const annotations = await allAnnotations();
      const frozen = new Map<string, Proof['after']>();
      for (const edit of edits) {
        const isLater = frozen.size > 0;
        const id = await judgeEdit(edit, { page, files, store, demo: server.name, annotations, isLater });
        frozen.set(id, proofOf(await store.get(id))?.after);
      }
      for (const [id, after] of frozen) {
        const now = proofOf(await store.get(id))?.after;
        expect({ verdict: now?.verdict, changes: now?.changes }).toEqual({
          verdict: after?.verdict,
          changes: after?.changes,
        });
      }
    } finally {
      files.restore();
    }
  },
);
