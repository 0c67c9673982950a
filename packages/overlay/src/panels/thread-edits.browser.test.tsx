import { afterEach, describe, expect, it, vi } from 'vitest';

import { type Annotation, type Edit, resolve, undo } from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { mounted, type Mounted, openThread } from './testing/mounted.tsx';

let overlay: Mounted;

afterEach(() => {
  overlay.unmount();
  vi.unstubAllGlobals();
});

const id = uuidOf(1);
const edited: Edit = {
  files: [
    { file: 'src/Card.tsx', added: 3, removed: 1 },
    { file: 'src/new <b>.css', change: 'added', added: 2, removed: 0 },
    { file: 'src/Price.tsx', change: 'renamed', from: 'src/Cost.tsx' },
  ],
  patch: 'a'.repeat(64),
  seal: 'x',
};

function resolvedWith(changes: Partial<Edit>): Annotation {
  const annotation = sampleAnnotation({ id, kind: 'page' });
  return resolve(annotation, sampleAgent, sampleTime, undefined, { edited: { ...edited, ...changes } });
}

async function show(annotation: Annotation): Promise<HTMLElement | null> {
  overlay = mounted([annotation]);
  await openThread(overlay, id);
  return overlay.$('[data-nga=edited]');
}

/** What was requested, and answers in their order. */
function stubFetch(...answers: [status: number, body: unknown][]): unknown[][] {
  const requested: unknown[][] = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    requested.push([init?.method ?? 'GET', url, init?.body]);
    const [status, body] = answers.shift() ?? [500, {}];
    return Response.json(body, { status });
  });
  return requested;
}

describe('what a resolution changed', () => {
  it('is folded, and shows files with their lines and the diff as text', async () => {
    const box = await show(resolvedWith({}));
    expect(box?.querySelector('summary')?.textContent).toBe('3 files changed +5 lines −1 lines');
    const chips = [...(box?.querySelectorAll<HTMLElement>('.nga-file') ?? [])].map(
      (chip) => chip.textContent,
    );
    expect(chips).toEqual([
      'src/Card.tsx+3 lines −1 lines',
      'src/new <b>.cssnew+2 lines',
      'src/Price.tsxwas src/Cost.tsx',
    ]);
    const patch =
      'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-<img src=x onerror=alert(1)>\n+const two = 2;\n';
    const requested = stubFetch([200, { diffs: [{ file: 'src/Card.tsx', patch }] }]);
    expect(box?.querySelector('details')?.open).toBe(false);
    box?.querySelector('summary')?.click();
    await expect.poll(() => overlay.$('.nga-diff')?.textContent).toContain('<img src=x');
    expect(requested).toEqual([['GET', `/__annotate/api/edits/${id}`, undefined]]);
    expect(overlay.$('.nga-line-removed')?.textContent).toBe('-<img src=x onerror=alert(1)>\n');
    expect(overlay.$('.nga-diff')?.textContent).toMatch(/^src\/Card\.tsx\n@@ -1 \+1 @@\n/);
    // The highlighter is a chunk of its own.
    await expect.poll(() => overlay.$('.nga-code-keyword')?.textContent).toBe('const');
  });

  it('says the lines of its only file once', async () => {
    const box = await show(resolvedWith({ files: [{ file: 'src/Card.tsx', added: 1, removed: 1 }] }));
    expect(box?.textContent.match(/\+1/g)).toHaveLength(1);
    expect(box?.querySelector('.nga-file')?.textContent).toBe('src/Card.tsx');
  });

  it('opens its files in the editor, and says why it could not', async () => {
    await show(resolvedWith({}));
    const requested = stubFetch([202, {}], [403, { error: 'Not on this machine.', hint: 'Ask there.' }]);
    overlay.button('src/Card.tsx').click();
    await expect.poll(() => overlay.state().notice?.text).toBe('Card.tsx opens in your editor.');
    expect(requested).toEqual([
      ['POST', '/__annotate/api/open-file', JSON.stringify({ file: 'src/Card.tsx' })],
    ]);
    overlay.button('src/Price.tsx').click();
    await expect.poll(() => overlay.state().notice?.text).toBe('Not on this machine. Ask there.');
  });

  it('can be undone where it was kept: the person is asked, and told what does not fit', async () => {
    await show(resolvedWith({}));
    const requested = stubFetch([
      409,
      { error: 'These files were changed since: a.', hint: 'Do it by hand.' },
    ]);
    overlay.button('Undo').click();
    await expect
      .poll(() => overlay.$('[data-nga=edited] [role=status]')?.textContent)
      .toBe('These files were changed since: a. Do it by hand.');
    expect(requested).toEqual([['POST', `/__annotate/api/edits/${id}/undo`, undefined]]);
    const question = {
      id: uuidOf(7),
      kind: 'undo',
      title: 'Undo what the agent changed?',
      annotationId: id,
      askedAt: sampleTime.toISOString(),
      url: 'http://127.0.0.1:9/questions/7',
    } as const;
    overlay.dispatch({ type: 'work', work: { works: [], questions: [question], canStart: false } });
    expect(overlay.button('Undo').getAttribute('aria-disabled')).toBe('true');
    expect(overlay.$('[data-nga=question]')?.ariaLabel).toBe('Undo what the agent changed?');
  });

  it('has neither a diff nor an undo on another machine, and says where they are', async () => {
    await show(resolvedWith({}));
    overlay.dispatch({ type: 'me', me: { ...overlay.state().me, local: false } });
    const box = overlay.$('[data-nga=edited]');
    expect(box?.textContent).toContain('The changes themselves are on the machine where the agent worked.');
    expect(box?.querySelector('[data-nga=undo], .nga-diff')).toBeNull();
  });

  it('has neither a diff nor an undo without a patch, and says why', async () => {
    const { patch: _, seal: __, ...rest } = edited;
    const annotation = resolve(sampleAnnotation({ id, kind: 'page' }), sampleAgent, sampleTime, undefined, {
      edited: { ...rest, noPatch: 'no-git' },
    });
    const box = await show(annotation);
    expect(box?.textContent).toContain('Without git');
    expect(box?.querySelector('[data-nga=undo], .nga-diff')).toBeNull();
  });

  it('waits for the person after it was undone', async () => {
    const author = { type: 'person', authorId: sampleAnnotation().authorId } as const;
    await show(undo(resolvedWith({}), author, sampleTime, { id: uuidOf(2), message: 'Undone.' }));
    expect(overlay.$('[data-nga=edited]')).toBeNull();
    expect(overlay.$('[data-nga=thread]')?.textContent).toContain('Undone. It waits until you send it again');
    expect(overlay.button('Send again')).toBeTruthy();
  });
});
