import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import {
  accept,
  acknowledge,
  type Annotation,
  type AnnotationOnPage,
  describeVerdict,
  dismiss,
  endTurn,
  handOver,
  type ProofChange,
  reply,
  resolve,
  stop,
  undo,
  type Verdict,
  verdicts,
} from '@annotate-mcp/core';

import { expect, test } from '../support/test.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  const tag = colorScheme === 'dark' ? ['@full'] : [];
  test(`axe finds no violation in any part, ${colorScheme}`, { tag }, async ({ page, opened: overlay }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const title = page.getByTestId('product-title').first();
    const list = overlay.host.locator('[data-nga="list"]');
    await expectNoViolation(page, 'the launcher');

    await overlay.host.locator('[data-nga="launcher"]').click();
    await expectNoViolation(page, 'the open bar');

    await page.keyboard.press('Alt+Shift+KeyP');
    await expect(list).toBeVisible();
    await expectNoViolation(page, 'the empty list');
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();

    await overlay.inspect();
    await title.hover();
    await expect(overlay.label).toBeVisible();
    await expectNoViolation(page, 'inspecting');

    await overlay.pointAt(title);
    await expect(overlay.composer).toBeVisible();
    const name = 'sketch.png';
    const file = { name, mimeType: 'image/png', buffer: await title.screenshot() };
    const draw = overlay.composer.getByRole('button', { name: `Draw on ${name}` });
    await overlay.composer.locator('input[type=file]').setInputFiles(file);
    await expect(draw).toBeVisible();
    await expectNoViolation(page, 'the composer with a picture');
    await draw.click();
    await expect(overlay.host.getByRole('application')).toBeVisible();
    await expectNoViolation(page, 'the drawing on a picture');
    await page.keyboard.press('Escape');
    await expect(draw).toBeFocused();

    await overlay.chooseExtra('Try it here');
    await overlay.composer.getByRole('textbox', { name: 'Padding', exact: true }).fill('20px');
    await overlay.composer.getByRole('button', { name: 'Padding: each side' }).click();
    await expectNoViolation(page, 'trying by hand');

    await overlay.textarea.fill('Larger, please');
    await page.keyboard.press('Control+Enter');
    await overlay.badge('pending').click();
    await expect(overlay.thread).toBeVisible();
    await expectNoViolation(page, 'a thread');
    await page.keyboard.press('Escape');

    await page.keyboard.press('Alt+Shift+KeyP');
    await expect(list).toBeVisible();
    await expectNoViolation(page, 'the list');
  });
}

for (const look of ['light', 'dark', 'phone'] as const) {
  const tag = look === 'light' ? [] : ['@full'];
  test(
    `axe finds no violation in a thread of any verdict and any turn, ${look}`,
    { tag },
    async ({ page, opened: overlay, store, allAnnotations }) => {
      await page.emulateMedia({ colorScheme: look === 'dark' ? 'dark' : 'light', reducedMotion: 'reduce' });
      await overlay.comment(page.getByTestId('broken-title'), 'Fix the spelling');
      const [sent] = await allAnnotations();
      if (sent === undefined || sent.kind === 'markdown') throw new Error('Nothing was sent.');
      if (look === 'phone') await page.setViewportSize({ width: 390, height: 780 });
      await page.keyboard.press('Alt+Shift+KeyP');
      await overlay.host.locator('[data-nga="list"]').getByText('Fix the spelling').click();
      for (const { name, says, annotation } of threadStates(sent)) {
        await store.update(sent.id, () => annotation);
        await expect(overlay.thread, name).toContainText(says);
        await expectNoViolation(page, name);
      }
    },
  );
}

interface ThreadState {
  name: string;
  says: string;
  annotation: Annotation;
}

/** Each verdict of a proof, and each turn of the person. */
function threadStates(sent: AnnotationOnPage): ThreadState[] {
  const agent = { type: 'agent', agentId: 'a', agentName: 'claude-code' } as const;
  const author = { type: 'person', authorId: sent.authorId } as const;
  const at = new Date();
  const note = (message: string) => ({ id: crypto.randomUUID(), message });
  const held = acknowledge(sent, agent, at);
  const done = resolve(held, agent, at, note('Done.'));
  const turns: ThreadState[] = [
    {
      name: 'asked',
      says: 'An agent answered',
      annotation: endTurn(reply(held, agent, at, note('Which one?')), { type: 'system' }, at),
    },
    { name: 'stopped', says: 'Stopped.', annotation: stop(held, author, at) },
    { name: 'undone', says: 'Undone.', annotation: undo(done, author, at, note('Undone.')) },
    { name: 'handed over', says: 'Waiting for codex.', annotation: handOver(done, author, at, 'codex') },
    { name: 'dismissed', says: 'Dismissed: no', annotation: dismiss(held, agent, at, note('no')) },
    { name: 'accepted', says: 'Accepted', annotation: accept(done, author, at) },
  ];
  return [...verdicts.map((verdict) => verdictState(done, sent, verdict)), ...turns];
}

function verdictState(done: Annotation, sent: AnnotationOnPage, verdict: Verdict): ThreadState {
  const side = { takenAt: new Date().toISOString(), record: 'record.json' };
  const changes: ProofChange[] =
    verdict === 'inactive'
      ? [{ what: 'rule', rule: '.a:hover', name: 'color', before: 'red', after: 'blue', when: 'hover' }]
      : [{ what: 'style', name: 'color', before: 'rgb(255, 0, 0)', after: 'rgb(0, 0, 255)' }];
  const listed = verdict === 'unchanged' || verdict === 'unclear' || verdict === 'broken' ? [] : changes;
  const outside = { count: 1, pushed: 0, examples: [{ name: 'button "Save"', what: 'text' as const }] };
  const failure = { kind: 'overlay' as const, message: 'Unexpected token', file: 'src/a.tsx', line: 3 };
  const after = { ...side, verdict, changes: listed, outside, ...(verdict === 'broken' && { failure }) };
  if (done.kind === 'markdown') throw new Error(`${sent.id} is a comment on a document.`);
  const annotation = { ...done, proof: { before: side, after } };
  return { name: verdict, says: describeVerdict(after), annotation };
}

async function expectNoViolation(page: Page, part: string): Promise<void> {
  // The other mode is for frames, and opens a page for each result.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include('nga-overlay').analyze();
  const found = violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }));
  expect(found, part).toEqual([]);
}

test('everything can be done without a pointer', async ({ page, opened: overlay, allAnnotations }) => {
  await page.keyboard.press('Alt+Shift+KeyA');
  await expect(overlay.hint).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(overlay.label).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(overlay.textarea).toBeFocused();
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await allAnnotations()).length).toBe(1);
  await page.keyboard.press('Escape');

  await page.keyboard.press('Alt+Shift+KeyP');
  await expect(overlay.host.locator('[data-nga="list"]')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(overlay.thread).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(overlay.thread).toBeHidden();
});
