/** What the agent changed since the last review, as the person sees it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { plan } from '../testing/comments.ts';
import { mount, type Mounted, press, until } from '../testing/mounted.ts';
import { PlayedServer } from '../testing/played-server.ts';

let server: PlayedServer;
let view: Mounted;

beforeEach(() => {
  server = new PlayedServer(plan);
});
afterEach(() => view.unmount());

const edited = plan
  .replace('The first step is small.', 'The first step is tiny.\n\nThen there is a pause.')
  .replace('\nNothing else is planned.\n', '');

const all = (selector: string) => [...view.root.querySelectorAll<HTMLElement>(selector)];
const texts = (selector: string) => all(selector).map(({ textContent }) => textContent);
const toggle = () => view.$('[data-nga=changes]');
const strip = () => view.$('.mdv-changes')?.textContent ?? '';

/** The document is opened after the agent has edited it. */
async function openEdited(text = edited): Promise<void> {
  server.reviewedText = plan;
  server.text = text;
  view = await mount(server);
  await until(() => toggle() !== null);
}

async function show(): Promise<void> {
  toggle()?.click();
  await until(() => view.$('.document [data-word], .document .change-note') !== null);
}

describe('since the last review', () => {
  it('nothing is said on the first opening, and the reviewed text is not read', async () => {
    view = await mount(server);
    expect(toggle()).toBeNull();
    expect(strip()).toBe('');
    expect(server.calls.filter(({ args }) => args.version === 'reviewed')).toEqual([]);
  });

  it('one line counts the changed passages, and blocks are marked beside the text', async () => {
    await openEdited();
    expect(strip()).toContain('3 passages changed since your last review.');
    expect(all('[data-change]').map(({ dataset }) => dataset.change)).toEqual(['changed', 'added']);
    expect(all('[data-gone-after]')).toHaveLength(1);
    expect(view.$('.document [data-word]')).toBeNull();
    expect(view.$('.document .change-note')).toBeNull();
  });

  it('words are marked when that is asked for, and the text is as it was afterwards', async () => {
    await openEdited();
    const before = view.$('.document')?.textContent;
    await show();
    expect(texts('.document ins')).toEqual(['tiny']);
    expect(texts('.document del[data-word]')).toEqual(['small']);
    expect(texts('.change-label')).toEqual(['Added', 'Removed']);
    expect(texts('.change-gone del')).toEqual(['Nothing else is planned.']);
    toggle()?.click();
    await until(() => view.$('.document ins') === null);
    expect(view.$('.document')?.textContent).toBe(before);
  });

  it('a comment on marked words has the anchor that it has without the marks', async () => {
    await openEdited();
    await show();
    const words = view.$('.document ins')?.parentElement;
    const range = document.createRange();
    range.selectNodeContents(words ?? document.body);
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(range);
    await until(() => view.state.get().selection !== null);
    expect(view.state.get().selection).toMatchObject({
      quote: 'The first step is tiny.',
      char_start: edited.indexOf('The first step'),
    });
  });

  it('changes are stepped through by buttons and keys, around the end', async () => {
    await openEdited();
    view.button('Show').click();
    await until(() => strip().includes('1 of 3, changed'));
    press(view.$('.document') ?? document.body, 'N');
    await until(() => strip().includes('2 of 3, added'));
    expect(view.$('[data-current-change]')?.textContent).toContain('Then there is a pause.');
    view.button('Next change (Shift+N)').click();
    await until(() => strip().includes('3 of 3, removed'));
    press(view.$('.document') ?? document.body, 'N');
    await until(() => strip().includes('1 of 3'));
    press(view.$('.document') ?? document.body, 'P');
    await until(() => strip().includes('3 of 3'));
    press(view.$('.document') ?? document.body, 'd');
    await until(() => !view.state.get().changes.shown);
    expect(view.$('[data-current-change]')).toBeNull();
  });

  it('marking as reviewed names the text on the screen, and ends the comparison', async () => {
    await openEdited();
    view.button('Mark as reviewed').click();
    await until(() => toggle() === null);
    expect(server.calls.find(({ name }) => name === 'change_review')?.args.change).toEqual({
      type: 'mark_reviewed',
      seenSha: server.fileMeta.sha,
    });
    expect(view.$('[data-change]')).toBeNull();
    expect(strip()).toBe('');
  });

  it('begins with the first comment that is sent alone, and another one leaves what was not reviewed', async () => {
    for (const says of ['Why?', 'How?']) server.seed('first step', says, { status: 'draft' });
    view = await mount(server);
    const send = async (says: string) => {
      view.card(says)?.click();
      await until(() => view.card(says)?.getAttribute('aria-current') === 'true');
      view.action('Submit').click();
      await until(() => view.card(says)?.dataset.status === 'pending');
    };
    await send('Why?');
    expect(server.reviewedText).toBe(plan);
    server.changeFile(edited);
    await until(() => toggle() !== null);
    await send('How?');
    expect(server.reviewedText).toBe(plan);
  });

  it('edits that arrive while it is open are counted in the toolbar and move no text', async () => {
    server.reviewedText = plan;
    view = await mount(server);
    server.changeFile(plan.replace('small', 'tiny'));
    await until(() => toggle() !== null);
    expect(toggle()?.textContent).toBe('Changes 1');
    expect(strip()).toBe('');
    await show();
    server.changeFile(edited);
    await until(() => toggle()?.textContent === 'Changes 3');
    expect(texts('.document ins')).toEqual(['tiny']);
    server.changeFile(plan);
    await until(() => toggle() === null);
    expect(view.$('.document :is(ins, del, .change-note)')).toBeNull();
  });

  it('the reviewed text is asked for again after the server was away', async () => {
    server.refuses.set('read_md_bytes', 'Not now.');
    server.reviewedText = plan;
    server.text = edited;
    server.unreachable = true;
    view = await mount(server);
    server.refuses.clear();
    server.unreachable = false;
    dispatchEvent(new Event('online'));
    await until(() => toggle() !== null);
  });
});

describe('words are compared', () => {
  interface Row {
    readonly name: string;
    readonly before: string;
    readonly after: string;
    readonly ins: readonly string[];
    readonly del: readonly string[];
    /** Both, in the order of the text. */
    readonly marked?: readonly string[];
  }

  const rows: readonly Row[] = [
    {
      name: 'in a table, cell by cell',
      before: '# T\n\n| step | owner |\n| --- | --- |\n| import | Ada |\n',
      after: '# T\n\n| step | owner |\n| --- | --- |\n| import | Eve |\n',
      ins: ['Eve'],
      del: ['Ada'],
    },
    {
      name: 'in a list, with an item that is gone and one that is new',
      before: '# T\n\n- one\n- two\n- three\n',
      after: '# T\n\n- one\n- three\n- four\n',
      ins: ['four'],
      del: ['\ntwo'],
    },
    {
      name: 'in a list whose last item is gone, after one that was changed',
      before: '# T\n\n- [ ] Ask them\n- [x] Order spare disks\n- [ ] Tell the team\n',
      after: '# T\n\n- [ ] Ask them\n- [x] Order spare disks and a fan\n',
      ins: [' and a fan'],
      del: ['\nTell the team'],
      marked: [' and a fan', '\nTell the team'],
    },
    {
      name: 'in a table, with a row that is gone',
      before: '# T\n\n| a | b |\n| --- | --- |\n| one | 1 |\n| two | 2 |\n',
      after: '# T\n\n| a | b |\n| --- | --- |\n| two | 2 |\n',
      ins: [],
      del: ['\none\n1'],
    },
    {
      name: 'in code, with its colours',
      before: '# T\n\n```js\nconst answer = 41;\n```\n',
      after: '# T\n\n```js\nconst answer = 42;\n```\n',
      ins: ['42'],
      del: ['41'],
    },
    {
      name: 'across emphasis and links',
      before: '# T\n\nWe ship the **new importer** in [May](https://a.example).\n',
      after: '# T\n\nWe ship the **old importer** in [June](https://a.example).\n',
      ins: ['old', 'June'],
      del: ['new', 'May'],
      marked: ['new', 'old', 'May', 'June'],
    },
    {
      name: 'in a paragraph that was divided: none is new',
      before: '# T\n\nOne two three four five. Six seven eight nine.\n',
      after: '# T\n\nOne two three four five.\n\nSix seven eight nine.\n',
      ins: [],
      del: [],
    },
    {
      name: 'in front matter',
      before: '---\nstatus: draft\n---\n\n# T\n',
      after: '---\nstatus: final\n---\n\n# T\n',
      ins: ['final'],
      del: ['draft'],
    },
  ];

  it.each(rows)('$name', async ({ before, after, ins, del, marked }) => {
    server = new PlayedServer(after);
    server.reviewedText = before;
    view = await mount(server);
    await until(() => toggle() !== null);
    const shown = view.$('.document')?.innerText;
    await show();
    expect(texts('.document ins[data-word]')).toEqual(ins);
    expect(texts('.document del[data-word]')).toEqual(del);
    if (marked !== undefined) expect(texts('.document [data-word]')).toEqual(marked);
    toggle()?.click();
    await until(() => view.$('.document :is([data-word], .change-note)') === null);
    expect(view.$('.document')?.innerText).toBe(shown);
  });

  it('in the source where the shown words are the same', async () => {
    server = new PlayedServer('# T\n\nSee [this](https://b.example).\n');
    server.reviewedText = '# T\n\nSee [this](https://a.example).\n';
    view = await mount(server);
    await until(() => toggle() !== null);
    await show();
    expect(texts('.change-source del')).toEqual(['a']);
    expect(texts('.change-source ins')).toEqual(['b']);
  });

  it('of a formula as a whole: its source is never changed', async () => {
    server = new PlayedServer('# T\n\nIt is $a + c$ here.\n');
    server.reviewedText = '# T\n\nIt is $a + b$ here.\n';
    view = await mount(server);
    await until(() => toggle() !== null);
    await show();
    expect(texts('.document .math [data-source], .document .math:not(:has([data-source]))')).toEqual([
      'a + c',
    ]);
    expect(view.$('.math[data-changed-drawing]')).not.toBeNull();
    expect(texts('.document del[data-word]')).toEqual(['b']);
  });
});

it('of many changes, those near the visible part are drawn, and the others when they are reached', async () => {
  const many = (word: string) =>
    `# T\n\n${Array.from({ length: 120 }, (_, at) => `Paragraph ${at} is ${word}.\n\nThe same.\n`).join('\n')}`;
  server = new PlayedServer(many('new'));
  server.reviewedText = many('old');
  view = await mount(server);
  await until(() => toggle()?.textContent === 'Changes 120');
  await show();
  expect(all('.document ins').length).toBeLessThan(100);
  press(view.$('.document') ?? document.body, 'P');
  await until(() => strip().includes('120 of 120'));
  expect(view.$('[data-current-change] ins')?.textContent).toBe('new');
});
