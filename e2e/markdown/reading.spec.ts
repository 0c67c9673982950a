/** What a person sees of a file. */
import { plan } from './support/plan.ts';
import { expect, test } from './support/test.ts';

const rich = `---
title: Pipes
---

# Pipes

Water through a pipe: $Q = A v$[^1].

\`\`\`mermaid
flowchart LR
  tank --> pipe --> tap
\`\`\`

\`\`\`ts
const flow = area * speed; // both in SI units
\`\`\`

[^1]: Where nothing leaks.
`;

test('a file is shown as its author meant it', async ({ open, project }) => {
  await project.write('plan.md', plan);
  const { view } = await open('plan.md');
  await expect(view.document.getByRole('heading', { level: 1 })).toHaveText('Launch plan');
  await expect(view.document.locator('strong')).toHaveText('new importer');
  await expect(view.document.getByRole('checkbox')).toHaveCount(2);
  await expect(view.document.getByRole('cell', { name: 'Grace' })).toBeVisible();
});

test('formulas, diagrams and code are drawn under the policy of a strict host', async ({ open, project }) => {
  await project.write('pipes.md', rich);
  const { view } = await open('pipes.md');
  await expect(view.document.locator('math')).toBeVisible();
  await expect(view.document.locator('[data-atom=diagram] [data-added] > *')).toBeVisible();
  await expect(view.document.locator('.hljs-keyword').first()).toHaveText('const');
  await expect(view.document.locator('.footnote-ref')).toHaveText('[1]');
});

test('pictures beside the file are shown and commented on, and links lead to other documents and back', async ({
  open,
  project,
}) => {
  const svg = (width: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="30"/>`;
  await project.write('docs/img/pipe.svg', svg(60));
  await project.write('docs/other.md', '# Other\n\n## The part\n\nWords of the other one.\n');
  await project.write(
    'docs/pipes.md',
    '# Pipes\n\n![pipe](img/pipe.svg) leads to [it](other.md#the-part).\n',
  );
  const { view, comments } = await open('docs/pipes.md');
  const picture = view.document.locator('.picture img');
  await expect(picture).toHaveJSProperty('naturalWidth', 60);
  await project.write('docs/img/pipe.svg', svg(90));
  await expect(picture).toHaveJSProperty('naturalWidth', 90);
  await picture.click();
  await view.frame.locator('[data-nga=comment]').click();
  await view.field.fill('Draw it thicker');
  await view.document.getByRole('link', { name: 'it' }).click();
  await expect(view.document.getByRole('heading', { level: 1 })).toHaveText('Other');
  await view.frame.locator('.mdv-back').click();
  await expect(view.card('Draw it thicker')).toBeVisible();
  await view.submit();
  expect(await comments()).toMatchObject([{ text: 'Draw it thicker', quote: '![pipe](img/pipe.svg)' }]);
});

test('the theme is the host’s, also when it changes', { tag: '@full' }, async ({ open, page, project }) => {
  await project.write('plan.md', plan);
  const { view } = await open('plan.md', { context: { theme: 'dark' } });
  const ground = () =>
    view.frame.locator('.mdv').evaluate((element) => getComputedStyle(element).backgroundColor);
  const dark = await ground();
  await page.evaluate(() => window.host.change({ theme: 'light' }));
  await expect.poll(ground).not.toBe(dark);
});

test('full screen is asked of the host, and left again', { tag: '@full' }, async ({ open, project }) => {
  await project.write('plan.md', plan);
  const { view, pushed } = await open('plan.md', {
    context: { displayMode: 'inline', availableDisplayModes: ['inline', 'fullscreen'] },
  });
  await view.button('Full screen').click();
  await view.button('Leave full screen').click();
  await expect(view.button('Full screen')).toBeVisible();
  expect((await pushed()).displayModes).toEqual(['fullscreen', 'inline']);
});

test('nothing of a hostile file runs, leaves the frame, or keeps a person from commenting', async ({
  open,
  project,
}) => {
  await project.write('hostile.md', hostile);
  const { view, pushed, comments } = await open('hostile.md');
  await view.comment('calm sentence', 'Still works');
  await view.document.getByText('a good link').click();
  for (const words of ['a bad link', 'a worse link']) await view.document.getByText(words).click();
  await view.submit();
  expect(await comments()).toMatchObject([{ quote: 'calm sentence', text: 'Still works' }]);
  expect((await pushed()).links).toEqual(['https://example.com/']);
  expect(await view.frame.evaluate(() => 'pwned' in window)).toBe(false);
});

const hostile = `# Hostile

A calm sentence, <a href="https://example.com/">a good link</a>, [a bad link](javascript:pwned=1) and <a href="java&#9;script:pwned=1">a worse link</a>.

<script>window.pwned = 1</script><svg onload="window.pwned = 1"><script>window.pwned = 1</script></svg>

<img src="https://evil.example/beacon.png" onerror="window.pwned = 1"> <iframe src="https://evil.example/"></iframe>

<style>body { display: none !important }</style>

| ${'cell | '.repeat(40)}
|${' - |'.repeat(40)}
${`| ${'cell | '.repeat(40)}\n`.repeat(30)}

${'>'.repeat(10_000)} deep
`;

test(
  'a document of a megabyte is read, searched by the agent and commented on at its end',
  { tag: '@full' },
  async ({ open, project }) => {
    const sections = Array.from(
      { length: 6_800 },
      (_, n) =>
        `## Chapter ${n}\n\nIn chapter ${n} the **hero** of story ${n * 7} walks \`${n * 13}\` miles to the [river](#r) and back again, _slowly_, because the road is long.\n`,
    );
    const text = sections.join('\n');
    expect(text.length).toBeGreaterThan(1_000_000);
    await project.write('long.md', text);
    const { view, interact, comments } = await open('long.md');
    await expect(view.document.getByRole('heading', { name: 'Chapter 0', exact: true })).toBeVisible();
    await interact({ type: 'scroll_to', quote: 'In chapter 6790 the' });
    await expect.poll(() => view.sees('In chapter 6790 the')).toBe(true);
    await view.comment('hero of story 47530 walks', 'Who?');
    await view.submit();
    const line = text.slice(0, text.indexOf('story 47530')).split('\n').length;
    expect(await comments()).toMatchObject([{ quote: 'hero** of story 47530 walks', lines: [line, line] }]);
  },
);
