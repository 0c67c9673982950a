/** Links between documents, the outline, the search, the kept position and the printed page. */
import { afterEach, describe, expect, it } from 'vitest';

import { MemoryStorage } from '../sync/browser-copies.ts';
import { plan } from '../testing/comments.ts';
import { mount, type Mounted, type MountOptions, press, type, until } from '../testing/mounted.ts';
import { PlayedServer } from '../testing/played-server.ts';

let view: Mounted;
afterEach(() => view.unmount());

async function open(server: PlayedServer, options: MountOptions = {}): Promise<Mounted> {
  view = await mount(server, options);
  return view;
}

const title = () => view.$('.mdv-title b')?.textContent;
const notice = () => view.$('.mdv-over')?.textContent ?? '';
const link = (words: string) =>
  [...view.root.querySelectorAll<HTMLElement>('.document a')].find(
    ({ textContent }) => textContent === words,
  );
const long = (name: string) =>
  Array.from({ length: 60 }, (_, at) => `## ${name} ${at}\n\n${'word '.repeat(60)}`).join('\n\n');

describe('a link to another document', () => {
  function linkedServers(): { server: PlayedServer; other: PlayedServer } {
    const server = new PlayedServer(
      '# Plan\n\n[other](other.md#other-40) and [lost](lost.md), [site](https://example.org/).\n',
    );
    const other = new PlayedServer(`# Other\n\n${long('Other')}\n`, 'docs/other.md');
    server.beside.documents.set('other.md', other);
    return { server, other };
  }

  it.each(['app', 'page'] as const)(
    'opens it at its part, and Back returns to what was written: %s',
    async (kind) => {
      const { server, other } = linkedServers();
      await open(server, { kind, storage: new MemoryStorage() });
      await view.select('and');
      view.$('[data-nga=comment]')?.click();
      await until(() => view.$('.mdv-card textarea') !== null);
      type(view.field(), 'Not sent yet');
      link('other')?.click();
      await until(() => title() === 'other.md');
      await until(() => {
        const top = view.$('[data-block=h2-other-40-1]')?.getBoundingClientRect().top ?? -1;
        return top > 0 && top < 200;
      });
      expect([...server.comments.values()]).toMatchObject([
        { annotationText: 'Not sent yet', status: 'draft' },
      ]);
      // The agent that waits for the first document must not hear that the reader has left.
      const poll = server.calls.findLast(({ name }) => name === 'poll_md_commands');
      expect(poll?.args).toMatchObject({ after: expect.any(Number) as number, waitMs: 25_000 });
      other.changeFile('# Other now\n');
      await until(() => view.$('.document h1')?.textContent === 'Other now');
      view.$('.mdv-back')?.click();
      await until(() => title() === 'plan.md' && view.card('Not sent yet') !== null);
      expect(view.$('.mdv-back')).toBeNull();
    },
  );

  it('that cannot be opened says why, and others are opened by the host', async () => {
    await open(linkedServers().server);
    link('lost')?.click();
    await until(() => notice().includes('lost.md is not there.'));
    link('site')?.click();
    expect(view.host.links).toEqual(['https://example.org/']);
  });
});

it('pictures come from the server, and again when they have changed', async () => {
  const server = new PlayedServer('# Plan\n\n![dot](dot.svg) ![gone](gone.png)\n');
  const dot = (size: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="9"/>`;
  server.beside.pictures.set('dot.svg', dot(7));
  await open(server);
  await until(() => view.$('.picture img') !== null);
  await until(() => view.$('.picture[data-state=refused]')?.ariaLabel === 'gone · not found');
  server.beside.pictures.set('dot.svg', dot(31));
  server.push({ type: 'picture', address: 'dot.svg' });
  await until(() => view.root.querySelector<HTMLImageElement>('.picture img')?.naturalWidth === 31);
});

it('the outline leads to headings, marks the current one, and works from the keyboard', async () => {
  await open(new PlayedServer(`# Plan\n\n${long('Part')}\n`));
  press(view.$('.document') ?? view.root, 'o');
  await until(() => view.root.querySelectorAll('.mdv-outline-item').length === 61);
  const current = () => view.$('.mdv-outline [aria-current]')?.textContent;
  await until(() => current() === 'Plan');
  view.button('Part 30').click();
  await until(() => current() === 'Part 30');
  view.button('Part 30').focus();
  press(view.button('Part 30'), 'ArrowDown');
  expect(document.activeElement?.textContent).toBe('Part 31');
  press(document.activeElement ?? view.root, 'Escape');
  await until(() => view.$('.mdv-outline') === null);
});

it('the search counts text and comments and steps through both', async () => {
  const server = new PlayedServer(plan);
  server.seed('Nothing', 'A second thought');
  await open(server);
  const pressed = press(view.root, 'f', { ctrlKey: true });
  expect(pressed.defaultPrevented).toBe(true);
  await until(() => view.$('.mdv-find input') === document.activeElement);
  const field = view.$('.mdv-find input');
  if (!(field instanceof HTMLInputElement)) throw new Error('There is no field.');
  field.value = 'second';
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  const count = () => view.$('.mdv-find-count')?.textContent;
  await until(() => count() === '1 of 2');
  press(field, 'Enter');
  await until(() => count() === '2 of 2');
  expect(view.state.get().active).toBe([...server.comments.keys()][0]);
  expect(press(field, 'f', { ctrlKey: true }).defaultPrevented).toBe(false);
  press(field, 'Escape');
  await until(() => view.$('.mdv-find') === null && !CSS.highlights.has('md-found'));
});

it('a reload shows the same lines', async () => {
  const session = new MemoryStorage();
  const server = new PlayedServer(`# Plan\n\n${long('Part')}\n`);
  await open(server, { session });
  server.push({ type: 'scroll_to', target: { quote: '## Part 44' } });
  const top = () => view.$('[data-block=h2-part-44-1]')?.getBoundingClientRect().top ?? -1;
  await until(() => top() > 100 && top() < 700);
  const before = top();
  view.unmount();
  await open(server, { session });
  await until(() => Math.abs(top() - before) < 4);
});

it('the printed page has the document, and then the comments with their numbers', async () => {
  const server = new PlayedServer(plan);
  server.seed('first', 'Say which');
  server.seed('Nothing', 'Really?');
  await open(server);
  dispatchEvent(new Event('beforeprint'));
  const printed = [...view.root.querySelectorAll('.mdv-printed li')].map(({ textContent }) => textContent);
  expect(printed).toMatchObject([
    expect.stringMatching(/^1first.*Say which/),
    expect.stringMatching(/^2Nothing.*Really/),
  ]);
  expect(
    [...view.root.querySelectorAll('.print-mark')].map((mark) =>
      mark.previousSibling?.textContent?.slice(-7),
    ),
  ).toEqual(['e first', 'Nothing']);
  expect(document.documentElement.dataset.theme).toBe('light');
  dispatchEvent(new Event('afterprint'));
  expect(view.$('.mdv-printed, .print-mark')).toBeNull();
  expect(document.documentElement.dataset.theme).toBeUndefined();
});
