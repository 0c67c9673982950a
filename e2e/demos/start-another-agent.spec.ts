/** As start-agent.spec.ts, for a comment that another agent has had. */
import { startMcp } from '../support/mcp.ts';
import { expect, test } from '../support/test.ts';

test.use({ apart: 'start-another-agent' });

test(
  'another agent is started for a comment from its thread, and the person chooses which',
  { tag: ['@once', '@full'] },
  async ({ page, opened: overlay, server, store, allAnnotations }) => {
    const title = page.getByTestId('broken-title');
    await overlay.comment(title, 'replace "Specail" with "Special"');
    const id = (await allAnnotations())[0]?.id ?? '';
    await using first = await startMcp(server.root, 'claude-code');
    await first.call('acknowledge', { id });
    await first.call('reply', { id, message: 'I do not know how.' });
    await overlay.host.locator('.nga-badge').click();
    await overlay.thread.getByRole('button', { name: 'Hand over' }).click();
    await overlay.thread.getByRole('button', { name: 'Start another agent…' }).click();
    await expect(overlay.thread).toContainText('Waiting for an agent other than claude-code.');
    await overlay.answerQuestion(/scripted/i);
    await expect(title).toHaveText('Special offer');
    await expect.poll(() => store.get(id)).toMatchObject({ status: 'resolved' });
  },
);
