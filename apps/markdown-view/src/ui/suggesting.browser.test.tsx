import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { describeSuggestion } from '@annotate-mcp/core';
import { MemoryStorage } from '@annotate-mcp/overlay/testing/memory-storage';

import { plan } from '../testing/comments.ts';
import { mount, type Mounted, press, type, until } from '../testing/mounted.ts';
import { PlayedServer } from '../testing/played-server.ts';

let server: PlayedServer;
let view: Mounted;

beforeEach(() => {
  server = new PlayedServer(plan);
});
afterEach(() => view.unmount());

const field = (name: string) => {
  const found = view.$(`[data-nga=${name}]`);
  if (!(found instanceof HTMLTextAreaElement)) throw new Error(`There is no field ${name}.`);
  return found;
};
const stored = () => [...server.comments.values()];
const diff = () => view.$('.mdv-diff')?.innerHTML;
const notice = () => view.$('.nga-notice')?.textContent ?? '';

async function suggest(words: string, replacement: string): Promise<void> {
  await view.select(words);
  view.button('Suggest S').click();
  await until(() => view.$('[data-nga=replacement]') === document.activeElement);
  type(field('replacement'), replacement);
}

describe('suggesting other words', () => {
  it('begins with the source of the selection, and shows what changes', async () => {
    view = await mount(server);
    await view.select('second step');
    view.button('Suggest S').click();
    await until(() => view.$('[data-nga=replacement]') === document.activeElement);
    expect(field('replacement').value).toBe('second step');
    expect(view.action('Add').disabled).toBe(true);
    type(field('replacement'), 'second stage');
    await until(() => diff() === 'second <del>step</del><ins>stage</ins>');
    await expect
      .poll(stored)
      .toMatchObject([
        { annotationText: 'Replace this with: second stage', suggestion: { replacement: 'second stage' } },
      ]);
    view.action('Add').click();
    await until(() => view.$('.mdv-composing') === null);
    expect(view.card('stage')?.dataset.status).toBe('draft');
    // The words that stand for the suggestion are for those who do not see it.
    expect(view.card('Replace this')).toBeNull();
  });

  it('scrolls all of the composer into view, also at the lower edge', async () => {
    const text = Array.from({ length: 40 }, (_, at) => `Paragraph number ${at}.\n\n`).join('');
    server = new PlayedServer(`# Long\n\n${text}The end is near.\n`);
    view = await mount(server);
    const isEndShown = () => view.$('.document')?.textContent.includes('end is near') ?? false;
    await until(() => {
      view.$('.mdv-scroll')?.scrollTo(0, 1_000_000);
      return isEndShown();
    });
    await view.select('end is near');
    view.button('Suggest S').click();
    await until(() => view.$('[data-nga=replacement]') === document.activeElement);
    await until(() => {
      const bottom = view.action('Add').getBoundingClientRect().bottom;
      return bottom > 0 && bottom <= (view.$('.mdv-scroll')?.getBoundingClientRect().bottom ?? 0);
    });
  });

  it('keeps the reason, the suggestion of a draft that is opened again, and restores both on cancel', async () => {
    view = await mount(server);
    await suggest('second step', '');
    type(field('composer-text'), 'Not needed');
    press(field('composer-text'), 'Enter', { ctrlKey: true });
    await expect
      .poll(stored)
      .toMatchObject([{ annotationText: 'Not needed', suggestion: { replacement: '' } }]);
    view.card('Not needed')?.click();
    await until(() => view.$('[data-nga=edit]') !== null);
    view.action('Edit').click();
    await until(() => view.$('[data-nga=replacement]') !== null);
    type(field('replacement'), 'x');
    await expect.poll(stored).toMatchObject([{ suggestion: { replacement: 'x' } }]);
    view.action('Cancel').click();
    await expect
      .poll(stored)
      .toMatchObject([{ annotationText: 'Not needed', suggestion: { replacement: '' } }]);
  });

  it('can be added to a comment and taken away again', async () => {
    view = await mount(server);
    await view.select('second step');
    view.button('Comment C').click();
    await until(() => view.$('.mdv-composing') !== null);
    type(field('composer-text'), 'Other word');
    view.action('Suggest new text').click();
    await until(() => view.$('[data-nga=replacement]') !== null);
    type(field('replacement'), 'second stage');
    await expect.poll(stored).toMatchObject([{ suggestion: { replacement: 'second stage' } }]);
    view.action('Suggest new text').click();
    await until(() => view.$('[data-nga=replacement]') === null);
    await expect.poll(() => stored()[0]).not.toHaveProperty('suggestion');
    expect(stored()[0]?.annotationText).toBe('Other word');
  });

  it('survives a crash of the tab', async () => {
    const storage = new MemoryStorage();
    view = await mount(server, { storage });
    server.unreachable = true;
    await suggest('second step', 'second stage');
    await until(() => diff() !== undefined);
    view.unmount();
    server.unreachable = false;
    view = await mount(server, { storage });
    await expect.poll(stored).toMatchObject([{ suggestion: { replacement: 'second stage' } }]);
  });
});

describe('a suggestion of an agent', () => {
  it('is a card of the agent, applied with one click and undone with another', async () => {
    const suggestion = { replacement: 'second stage' };
    server.seed('second step', describeSuggestion(suggestion), {
      id: 'of-agent',
      suggestion,
      agentName: 'claude-code',
      intent: 'review',
    });
    view = await mount(server);
    await until(() => view.card('claude-code') !== null);
    view.card('claude-code')?.click();
    await until(() => view.$('[data-nga=apply]') !== null);
    const labels = [...view.root.querySelectorAll('.mdv-card .nga-actions button')].map(
      ({ textContent }) => textContent,
    );
    expect(labels).toEqual(['Decline', 'Apply']);
    view.action('Apply').click();
    await until(() => view.$('[data-nga=undo]') !== null);
    expect(server.text).toBe(plan.replace('second step', 'second stage'));
    expect(stored()).toMatchObject([{ status: 'resolved' }]);
    view.action('Undo').click();
    await until(() => server.text === plan);
    expect(stored()).toMatchObject([{ status: 'pending' }]);
    await until(() => view.$('[data-nga=undo]') === null);
  });

  it('in a reply is shown below the thread, and refused when the text has changed', async () => {
    const { id } = server.seed('second step', 'Clearer?');
    view = await mount(server);
    server.agentReplies(id, 'Like this?');
    const replied = server.comments.get(id);
    if (replied === undefined) throw new Error('The comment is gone.');
    const replies = replied.replies.map((reply) => ({ ...reply, suggestion: { replacement: 'next step' } }));
    server.comments.set(id, { ...replied, replies });
    server.push({ type: 'comments', changed: [{ ...replied, replies }], removed: [] });
    await until(() => view.card('Clearer?')?.textContent.includes('suggests:') === true);
    expect(view.card('Clearer?')?.textContent).toContain('Suggested');
    expect(diff()).toBe('<del>second</del><ins>next</ins> step');
    view.card('Clearer?')?.click();
    await until(() => view.$('.mdv-card--active') !== null);
    expect(diff()).toBe('<del>second</del><ins>next</ins> step');
    const later = plan.replace('second step', 'second small step');
    server.changeFile(later);
    view.action('Apply').click();
    await until(() => notice().includes('Not applied.'));
    expect(notice()).toContain('now reads "second small');
    expect(server.text).toBe(later);
  });
});

describe('editing the text in place', () => {
  async function edit(words: string, text: string): Promise<HTMLTextAreaElement> {
    await view.select(words);
    view.button('Edit I').click();
    await until(() => view.$('[data-nga=replacement]') === document.activeElement);
    expect(field('replacement').value).toBe(words);
    type(field('replacement'), text);
    return field('replacement');
  }

  it('saves with Enter, without a comment', async () => {
    view = await mount(server);
    press(await edit('first step', 'frist step'), 'Enter');
    await until(() => server.text.includes('The frist step is small.'));
    await until(() => view.$('[data-nga=replacement]') === null);
    expect(stored()).toEqual([]);
    await until(() => view.$('.document')?.textContent.includes('frist step') === true);
  });

  it('ends with Esc, which changes nothing', async () => {
    view = await mount(server);
    press(await edit('first step', 'frist step'), 'Escape');
    await until(() => view.$('[data-nga=replacement]') === null);
    expect(server.text).toBe(plan);
  });

  it('follows its passage when the file changes, and keeps what was typed when it cannot', async () => {
    view = await mount(server);
    const typed = await edit('Nothing else is planned.', 'All else is planned.');
    server.changeFile(`New.\n\n${plan}`);
    await until(() => view.state.get().text?.startsWith('New.') === true);
    server.refuses.set('save_md', 'The file has changed since.');
    press(typed, 'Enter');
    await until(
      () => view.$('.mdv-fix-problem')?.textContent.includes('The file has changed since.') === true,
    );
    server.refuses.clear();
    server.changeFile(plan.replace('Nothing else', 'Something else'));
    await until(() => view.$('.mdv-fix-problem')?.textContent.includes('another program') === true);
    press(field('replacement'), 'Enter');
    expect(field('replacement').value).toBe('All else is planned.');
    server.changeFile(plan);
    await until(() => view.state.get().text === plan);
    press(field('replacement'), 'Enter');
    await until(() => server.text.includes('All else is planned.'));
  });

  it('takes the paragraph at the cursor, and Enter begins a line in a passage of several', async () => {
    server = new PlayedServer('# Plan\n\nOne\ntwo.\n');
    view = await mount(server);
    press(document.body, 't');
    const text = document.activeElement;
    if (!text) throw new Error('The text has no focus.');
    press(text, 'ArrowDown');
    press(text, 'ArrowDown');
    press(text, 'i');
    await until(() => view.$('[data-nga=replacement]') === document.activeElement);
    expect(field('replacement').value).toBe('One\ntwo.');
    type(field('replacement'), 'One\n2.');
    expect(press(field('replacement'), 'Enter').defaultPrevented).toBe(false);
    press(field('replacement'), 'Enter', { ctrlKey: true });
    await until(() => server.text === '# Plan\n\nOne\n2.\n');
    await until(() => document.activeElement === text);
  });
});
