import { describe, expect, it } from 'vitest';

import type { MarkedComment } from './comment-data.ts';
import { readMarkers } from './read-markers.ts';
import { markerFor } from './syntax.ts';
import { commentOnWords } from './testing/comments.ts';
import { writeMarkers } from './write-markers.ts';

const text = '# Plan\n\nShip the plan in May.\n\nThen rest for a week.\n';
const ship = commentOnWords(text, 'the plan in May', { n: 1 });
const rest = commentOnWords(text, 'rest', { n: 2, annotationText: 'Why?' });
const marked = writeMarkers(text, [ship, rest]);
const data = marked.slice(marked.indexOf('<!-- mdrev-data'));

function quoteAt(edited: string, { anchor }: MarkedComment): string {
  return edited.slice(anchor.char_start, anchor.char_end);
}

describe('a file as it was written', () => {
  it('has ids in its text and one line for each comment at its end', () => {
    expect(marked.split('\n').map((line) => line.slice(0, 80))).toEqual([
      '# Plan',
      '',
      `Ship the plan in May${markerFor(ship.id)}.`,
      '',
      `Then rest${markerFor(rest.id)} for a week.`,
      '',
      '<!-- mdrev-data {"version":1,"newlines":1}',
      expect.stringContaining(ship.id),
      expect.stringContaining(rest.id),
      '-->',
      '',
    ]);
  });

  it('changes by one line when one comment does', () => {
    const changed = writeMarkers(text, [ship, { ...rest, annotationText: 'Really?' }]).split('\n');
    expect(changed.filter((line, index) => line !== marked.split('\n')[index])).toHaveLength(1);
  });

  it("does not depend on the order of a comment's fields", () => {
    const reversed = Object.fromEntries(Object.entries(ship).reverse()) as typeof ship;
    expect(writeMarkers(text, [reversed, rest])).toBe(marked);
  });
});

describe('a file that was edited', () => {
  it('has comments that followed their markers when text was added above', () => {
    const read = readMarkers(`New first line.\n\n${marked}`);
    expect(read.comments.map((comment) => quoteAt(read.text, comment))).toEqual(['the plan in May', 'rest']);
    expect(read.comments.map(({ anchor }) => [anchor.line_start, anchor.line_end])).toEqual([
      [5, 5],
      [7, 7],
    ]);
    expect(read.problems).toEqual([]);
  });

  it('has a comment where its paragraph was moved to', () => {
    const paragraph = `Then rest${markerFor(rest.id)} for a week.\n\n`;
    const read = readMarkers(paragraph + marked.replace(paragraph, ''));
    expect(read.comments.map((comment) => quoteAt(read.text, comment))).toEqual(['the plan in May', 'rest']);
  });

  it('keeps a comment at its words when only the marker was moved', () => {
    const moved = marked.replace(markerFor(rest.id), '').replace('# Plan', `# Plan${markerFor(rest.id)}`);
    expect(readMarkers(moved)).toEqual({ text, comments: [ship, rest], problems: [] });
  });

  it('has a comment near its marker when the passage itself was edited', () => {
    const read = readMarkers(`Above.\n\n${marked.replace('the plan in May', 'a plan in June')}`);
    const [first] = read.comments;
    expect(first?.anchor.quote).toBe('the plan in May');
    expect(first?.anchor.char_end).toBe(read.text.indexOf('June') + 4);
  });

  it('keeps a comment whose marker is gone, at the position in its data', () => {
    const { comments, problems } = readMarkers(marked.replace(markerFor(ship.id), ''));
    expect(comments).toEqual([ship, rest]);
    expect(problems).toEqual([
      `The marker of comment "${ship.id}" is gone; its position is read from the comment data.`,
    ]);
  });

  it('has a comment once although its paragraph was copied', () => {
    const read = readMarkers(marked.replace('# Plan', `# Plan${markerFor(rest.id)}`));
    expect(read.text).toBe(text);
    expect(read.comments).toEqual([ship, rest]);
    expect(read.problems).toEqual([expect.stringContaining(`"${rest.id}" is in the file 2 times`)]);
  });

  it('loses markers whose comment data was deleted, and says which', () => {
    const { problems, ...read } = readMarkers(marked.replace(data, ''));
    expect(read).toEqual({ text: `${text}\n`, comments: [] });
    expect(problems).toEqual([expect.stringContaining(ship.id), expect.stringContaining(rest.id)]);
  });

  it('loses the marker of one comment whose line was deleted', () => {
    const without = marked.replace(/.*Why\?.*\n/, '');
    expect(readMarkers(without)).toEqual({
      text,
      comments: [ship],
      problems: [`The marker "${rest.id}" has no comment: the file's comment data does not have it.`],
    });
  });

  it('reads a marker on a line of its own and takes the line with it', () => {
    const own = marked
      .replace(markerFor(rest.id), '')
      .replace('Then rest', `  ${markerFor(rest.id)}\nThen rest`);
    expect(readMarkers(own)).toMatchObject({ text, comments: [ship, rest] });
  });

  it('says when a marker was moved into code, and leaves it there', () => {
    const code = `\`${markerFor(rest.id)}\``;
    const read = readMarkers(marked.replace(markerFor(rest.id), '').replace('a week', `a ${code} week`));
    expect(read.text).toBe(text.replace('a week', `a ${code} week`));
    expect(read.problems).toEqual([expect.stringContaining('is where it is shown as text')]);
  });

  it('keeps text that was written below the comment data, as a paragraph of its own', () => {
    const read = readMarkers(`${marked}One more thing.\n`);
    expect(read).toEqual({ text: `${text}\nOne more thing.\n`, comments: [ship, rest], problems: [] });
  });

  it('reads markers and data whose blanks a formatter changed', () => {
    const formatted = marked
      .replaceAll('<!-- mdrev:', '<!--mdrev:')
      .replace('\n\n<!-- mdrev-data', '\n\n\n<!-- mdrev-data');
    expect(readMarkers(formatted)).toEqual({ text: `${text}\n`, comments: [ship, rest], problems: [] });
  });

  it('reads a file whose line endings were changed', () => {
    const read = readMarkers(marked.replaceAll('\n', '\r\n'));
    expect(read.text).toBe(text.replaceAll('\n', '\r\n'));
    expect(read.comments.map((comment) => quoteAt(read.text, comment))).toEqual(['the plan in May', 'rest']);
  });
});

describe('a file after a merge', () => {
  const later = { ...rest, annotationText: 'Why so long?', updatedAt: '2026-11-16T09:30:00.000Z' };
  const lineOf = (comment: MarkedComment) => writeMarkers(text, [comment]).split('\n').at(-3) ?? '';

  it('has the comments of two data blocks', () => {
    const one = writeMarkers(text, [ship]);
    const other = writeMarkers(text, [rest]);
    const both =
      one.replace('Then rest', `Then rest${markerFor(rest.id)}`) +
      other.slice(other.indexOf('\n<!-- mdrev-data'));
    expect(readMarkers(both)).toEqual({ text, comments: [ship, rest], problems: [] });
  });

  it('reads both sides of a conflict in the data', () => {
    const conflict = `<<<<<<< HEAD\n${lineOf(rest)}\n=======\n${lineOf(later)}\n>>>>>>> review\n`;
    const read = readMarkers(marked.replace(/.*Why\?.*\n/, () => conflict));
    expect(read.text).toBe(text);
    expect(read.comments[1]).toMatchObject({
      annotationText: 'Why so long?',
      replies: [{ author: 'user', message: 'The other version of this comment: Why?' }],
    });
    expect(read.problems).toEqual([expect.stringContaining('in two versions')]);
  });

  it('reports no problem for copies that are equal', () => {
    expect(readMarkers(marked + data)).toEqual({ text, comments: [ship, rest], problems: [] });
  });
});

describe('comment data that cannot be read', () => {
  it.each([
    ['whose first line is damaged', data.replace('"version"', 'version')],
    ['of a newer release', data.replace('"version":1', '"version":2')],
    ['without any JSON', '<!-- mdrev-data hello -->\n'],
  ])('%s stays in the file with its markers', (_name, broken) => {
    const raw = marked.replace(data, () => broken);
    const read = readMarkers(raw);
    expect(read.text).toBe(raw);
    expect(read.comments).toEqual([]);
    expect(read.problems[0]).toMatch(/^Comment data was left in the file because /);
  });

  it.each([
    ['is cut off', (line: string) => line.slice(0, 40)],
    ['is another kind of annotation', (line: string) => line.replace('"kind":"markdown"', '"kind":"page"')],
    ['has a wrong time', (line: string) => line.replace(/"createdAt":"[^"]*"/, '"createdAt":"yesterday"')],
    ['is no record', () => '[1, 2]'],
  ])('does not stand in the way of other lines when a line %s', (_name, damage) => {
    const line = marked.split('\n').find((some) => some.includes('Why?')) ?? '';
    const read = readMarkers(marked.replace(line, () => damage(line)));
    expect(read.comments).toEqual([ship]);
    expect(read.text).toContain(`<!-- mdrev-data {"version":1,"newlines":1}\n${damage(line)}\n-->`);
    expect(read.text).toContain(markerFor(rest.id));
    expect(read.problems[0]).toContain('Comment data was left in the file because this line');
    expect(readMarkers(writeMarkers(read.text, read.comments))).toMatchObject({
      text: read.text,
      comments: [ship],
    });
    expect(readMarkers(writeMarkers(read.text, [ship, rest])).comments).toEqual([ship, rest]);
  });
});

describe('an example in documentation', () => {
  const marker = markerFor(ship.id);

  it.each([
    ['a fence', `Intro\n\n\`\`\`html\n${marked}\n\`\`\`\n`],
    ['an unclosed fence', `Intro\n\n~~~\n${marked}`],
    ['indented code', `Intro\n\n${marked.replace(/^/gm, '    ')}`],
    ['inline code', `Intro: write \`${marker}\` there.\n`],
    ['front matter', `---\nnote: "${marker}"\n---\n\nIntro\n`],
    ['math', `Intro\n\n$$\n${marker}\n$$\n`],
    ['an attribute', `Intro <b title="${marker}">b</b>\n`],
    ['an attribute in an HTML block', `Intro\n\n<div title="${marker}">\n</div>\n`],
    ['a script', `Intro\n\n<script>\n// ${marker}\n</script>\n`],
    ['the description of an image', `Intro ![${marker}](a.png)\n`],
    ['another comment', `Intro\n\n<!-- write ${marker}\n`],
  ])('in %s is text', (_name, example) => {
    expect(readMarkers(example)).toEqual({ text: example, comments: [], problems: [] });
    const comment = commentOnWords(example, 'Intro', { n: 9 });
    const both = writeMarkers(example, [comment]);
    expect(readMarkers(both)).toEqual({ text: example, comments: [comment], problems: [] });
  });
});
