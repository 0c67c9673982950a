/** Edits of every kind, each judged by what the page shows. */
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import {
  acknowledge,
  type Annotation,
  describeChange,
  describeExample,
  type Proof,
  resolve,
} from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';

import type { DemoServer } from '../support/demo-server.ts';
import { OverlayOnPage } from '../support/overlay.ts';
import { type SeededEdit, seededEdits } from '../support/proof-edits.ts';
import { SourceFiles } from '../support/source-files.ts';
import { expect, test } from '../support/test.ts';

const agent = { type: 'agent', agentId: 'agent-1', agentName: 'scripted-agent' } as const;

test.describe('an edit is judged right', () => {
  for (const edit of seededEdits) {
    test(
      edit.name,
      { tag: edit.isTelling === true ? '@once' : '@full' },
      async ({ page, server, store, allAnnotations }) => {
        const files = filesOf(server);
        try {
          await openPage(page, server);
          await new OverlayOnPage(page, allAnnotations).comment(edit.target(page), edit.name);
          await expectBefore(allAnnotations, 1);
          await makeEdit(edit, { page, files, store, annotations: await allAnnotations() });
        } finally {
          files.restore();
        }
      },
    );
  }
});

interface Making {
  page: Page;
  files: SourceFiles;
  store: Store;
  annotations: readonly Annotation[];
}

/** Takes the comment, changes the files, says that it is done, and compares what the page is said to show. */
async function makeEdit(edit: SeededEdit, { page, files, store, annotations }: Making): Promise<void> {
  const id = annotations.find(({ annotationText }) => annotationText === edit.name)?.id ?? '';
  // A hover rule is no rule for now as long as the pointer is elsewhere.
  await page.mouse.move(2, 2);
  await store.update(id, (one) => acknowledge(one, agent, new Date()));
  files.takeChanged();
  const undo = files.during(() => edit.edit(files));
  const changed = files.takeChanged().map((file) => ({ file }));
  await store.update(id, (one) => resolve(one, agent, new Date(), undefined, { edited: { files: changed } }));
  const said = async () => describe(await store.get(id));
  await expect.poll(said, { timeout: 60_000, message: edit.name }).toMatchObject({ verdict: edit.verdict });
  const { says } = edit;
  const text = (await said()).lines.join('\n');
  if (typeof says === 'string') expect(text).toContain(says);
  else if (says !== undefined) expect(text).toMatch(says);
  if (edit.isBroken === true) {
    undo();
    await expect.poll(async () => (await said()).verdict, { timeout: 60_000 }).not.toBe('broken');
  }
}

function describe(annotation: Annotation | null): { verdict: string | null; lines: string[] } {
  const after = proofOf(annotation)?.after;
  if (after === undefined) return { verdict: null, lines: [] };
  const lines = [...after.changes.map(describeChange), ...after.outside.examples.map(describeExample)];
  return { verdict: after.verdict, lines: [...lines, after.failure?.message ?? ''] };
}

function filesOf({ root, name }: DemoServer): SourceFiles {
  return new SourceFiles(root, join(root, 'demos', name, 'src'));
}

async function openPage(page: Page, server: DemoServer): Promise<void> {
  await page.goto(server.url);
  await new OverlayOnPage(page, () => Promise.resolve([])).ready();
}

async function expectBefore(read: () => Promise<Annotation[]>, count: number): Promise<void> {
  await expect
    .poll(async () => (await read()).filter((one) => proofOf(one)?.before !== undefined).length, {
      timeout: 120_000,
    })
    .toBe(count);
}

function proofOf(annotation: Annotation | null): Proof | undefined {
  return annotation === null || annotation.kind === 'markdown' ? undefined : annotation.proof;
}
