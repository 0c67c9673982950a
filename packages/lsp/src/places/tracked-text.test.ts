import { describe, expect, it } from 'vitest';

import { anchorIn } from '../testing/anchor-in.ts';

import type { Spot, SpotPlace } from './spot.ts';
import { TrackedText } from './tracked-text.ts';

const code = [
  'export function Cart() {',
  '  return (',
  '    <main>',
  '      <h1>Your cart</h1>',
  '      <button>Buy now</button>',
  '      <p>',
  '        We offer free',
  '        delivery in town.',
  '      </p>',
  '    </main>',
  '  );',
  '}',
  '',
].join('\n');

const spotAt = (place: SpotPlace, key = 'a'): Spot => ({
  key,
  annotationId: key,
  file: 'src/cart.tsx',
  place,
  related: [],
});
const button = spotAt({ type: 'line', line: 5, column: 7 });

function track(text: string, ...spots: Spot[]): TrackedText {
  const tracked = new TrackedText(text);
  tracked.setSpots(spots);
  return tracked;
}

/** What the ranges cover now, and on which lines they begin. */
function shown(tracked: TrackedText): (string | boolean | number)[][] {
  const lines = tracked.text.split('\n');
  const offsetOf = ({ line, character }: { line: number; character: number }) =>
    lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, character);
  return tracked
    .placed()
    .map(({ range, isFound }) => [
      range.start.line + 1,
      tracked.text.slice(offsetOf(range.start), offsetOf(range.end)),
      isFound,
    ]);
}

const type = (tracked: TrackedText, line: number, from: number, to: number, text: string) =>
  tracked.change({
    text,
    range: { start: { line: line - 1, character: from }, end: { line: line - 1, character: to } },
  });
const lines = (tracked: TrackedText, from: number, to: number, text: string) =>
  tracked.change({
    text,
    range: { start: { line: from - 1, character: 0 }, end: { line: to - 1, character: 0 } },
  });

describe('the place of an annotation in its file', () => {
  it.each([
    {
      name: 'from its column to the end of the line',
      line: 5,
      column: 7,
      covers: [5, '<button>Buy now</button>'],
    },
    { name: 'not before the first letter', line: 5, column: 1, covers: [5, '<button>Buy now</button>'] },
    {
      name: 'the whole line when there is no such column',
      line: 5,
      column: 90,
      covers: [5, '<button>Buy now</button>'],
    },
    { name: 'the last line when the file is shorter', line: 99, column: 1, covers: [13, ''] },
  ])('is $name', ({ line, column, covers }) => {
    expect(shown(track(code, spotAt({ type: 'line', line, column })))).toEqual([[...covers, true]]);
  });

  it('is the selected words where they are written after its line, also over two lines', () => {
    const tracked = track(code, spotAt({ type: 'line', line: 6, column: 7, quote: 'free delivery' }));
    expect(shown(tracked)).toEqual([[7, 'free\n        delivery', true]]);
  });

  it('is the selected words elsewhere when they are in the file once, and the line when they are not', () => {
    const far = '// filler\n'.repeat(400);
    const place = { type: 'line', line: 1, column: 1, quote: 'Buy now' } as const;
    expect(shown(track(far + code, spotAt(place)))).toEqual([[405, 'Buy now', true]]);
    expect(shown(track(far + code + code, spotAt(place)))).toEqual([[1, '// filler', true]]);
  });

  it('does not take the words of the page for a pattern', () => {
    const place = { type: 'line', line: 1, column: 1, quote: 'a+b (c|d)* [$] \\ {2} - ^' } as const;
    expect(shown(track('x a+b (c|d)* [$] \\ {2} - ^ y', spotAt(place)))[0]?.[1]).toBe(
      'a+b (c|d)* [$] \\ {2} - ^',
    );
    expect(shown(track('aab c', spotAt({ ...place, quote: 'a+b' })))[0]?.[1]).toBe('aab c');
  });

  it('counts as UTF-16 does', () => {
    const text = 'const a = "😀😀"; // é\n<b>Hi</b> 😀 there';
    const place = { type: 'line', line: 2, column: 1, quote: 'there' } as const;
    expect(track(text, spotAt(place)).placed()[0]?.range).toEqual({
      start: { line: 1, character: 13 },
      end: { line: 1, character: 18 },
    });
  });
});

describe('while the person types', () => {
  it('it moves with lines above it, and stays when something is written below', () => {
    const tracked = track(code, button);
    type(tracked, 1, 0, 0, '// one\n// two\r\n');
    expect(tracked.placed()[0]?.range.start).toEqual({ line: 6, character: 6 });
    lines(tracked, 1, 3, '');
    type(tracked, 9, 0, 0, '\n\n');
    expect(shown(tracked)).toEqual([[5, '<button>Buy now</button>', true]]);
  });

  it('it moves with text before it on its line, and covers what is written inside', () => {
    const tracked = track(code, button);
    type(tracked, 5, 6, 6, '<i/>');
    type(tracked, 5, 18, 18, 'It: ');
    expect(shown(tracked)).toEqual([[5, '<button>It: Buy now</button>', true]]);
  });

  it('a new line before it takes it along', () => {
    const tracked = track(code, button);
    type(tracked, 5, 6, 6, '\n      ');
    expect(shown(tracked)).toEqual([[6, '<button>Buy now</button>', true]]);
  });

  it('it stays near when its line is deleted, and is back when that is undone', () => {
    const tracked = track(code, button);
    lines(tracked, 5, 6, '');
    expect(shown(tracked)).toEqual([[5, '<p>', true]]);
    type(tracked, 1, 0, 0, '// above\n');
    lines(tracked, 6, 6, '      <button>Buy now</button>\n');
    expect(shown(tracked)).toEqual([[6, '<button>Buy now</button>', true]]);
  });

  it('it is found in one edit that rewrites everything around it', () => {
    const tracked = track(code, button);
    const formatted = code
      .replace('  return (\n', '  return (\n    // formatted\n')
      .replaceAll('\n      ', '\n        ');
    lines(tracked, 2, 12, formatted.split('\n').slice(1, -3).join('\n') + '\n');
    expect(shown(tracked)).toEqual([[6, '<button>Buy now</button>', true]]);
  });

  it('it is found by editors that send the whole text', () => {
    const tracked = track(code, button);
    tracked.change({ text: `// a\n// b\n${code.replace('Buy now', 'Buy it now')}` });
    expect(shown(tracked)).toEqual([[7, '<button>Buy it now</button>', true]]);
  });
});

describe('when the file is changed elsewhere', () => {
  it('its line is followed, also when it is what was changed', () => {
    const tracked = track(code, button, spotAt({ type: 'line', line: 12, column: 1 }, 'b'));
    tracked.replace(
      `import x from 'x';\n\n${code.replace('<button>Buy now</button>', '<Button kind="big">Pay</Button>')}`,
    );
    expect(shown(tracked).map(([line]) => line)).toEqual([7, 14]);
  });

  it('it is back in its place after a moment in which the file was empty', () => {
    const tracked = track(code, button);
    tracked.replace('');
    tracked.replace(`// first\n${code}`);
    expect(shown(tracked)).toEqual([[6, '<button>Buy now</button>', true]]);
  });

  it('stays where it is when the annotation changes, and goes where a new target is', () => {
    const tracked = track(code, button);
    type(tracked, 1, 0, 0, '\n');
    tracked.setSpots([{ ...button, place: { ...button.place } }]);
    expect(shown(tracked)[0]?.[0]).toBe(6);
    tracked.setSpots([spotAt({ type: 'line', line: 5, column: 7 + 0, quote: 'Your cart' })]);
    expect(shown(tracked)).toEqual([[5, 'Your cart', true]]);
  });
});

describe('a passage of a Markdown document', () => {
  const text = '# Plan\n\nWe want to ship in May this year.\n\nWe want to ship in June next year.\n';
  const passage = (quote: string, from = 0) =>
    spotAt({ type: 'passage', anchor: anchorIn(text, quote, from) });

  it('is exactly its words, the right ones of two', () => {
    const second = passage('We want to ship', text.indexOf('We want') + 1);
    expect(shown(track(text, passage('ship in May'), { ...second, key: 'b' }))).toEqual([
      [3, 'ship in May', true],
      [5, 'We want to ship', true],
    ]);
  });

  it('is found although the editor has other line endings than its anchor', () => {
    expect(track(text.replaceAll('\n', '\r\n'), passage('ship in June')).placed()[0]?.range.start).toEqual({
      line: 4,
      character: 11,
    });
  });

  it('is reported as lost at its old line, and found again when it comes back', () => {
    const tracked = track(text, passage('ship in May'));
    lines(tracked, 3, 4, 'Something else entirely, about boats.\n');
    tracked.replace('# Other\n\nnothing\n');
    expect(shown(tracked)).toEqual([[3, 'nothing', false]]);
    tracked.replace(text);
    expect(shown(tracked)).toEqual([[3, 'ship in May', true]]);
  });

  it('of a whole document is its first line', () => {
    const whole = { line_start: 1, line_end: 1, char_start: 0, char_end: 0, block_id: '', quote: '' };
    const anchor = { ...whole, context_before: '', context_after: '' };
    expect(shown(track(text, spotAt({ type: 'passage', anchor })))).toEqual([[1, '# Plan', true]]);
  });
});
