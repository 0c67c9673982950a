import { describe, expect, it } from 'vitest';

import { readMarkers } from './read-markers.ts';
import { markerFor } from './syntax.ts';
import { commentOn } from './testing/comments.ts';
import { writeMarkers } from './write-markers.ts';

/** `^^` is where the passage ends; `placed` has it where the marker goes. */
const placements: { name: string; text: string; placed: string }[] = [
  { name: 'before www', text: 'See ^^www.a.test now\n', placed: 'See^^ www.a.test now' },
  { name: 'before www in brackets', text: 'See (^^www.a.test)\n', placed: 'See^^ (www.a.test)' },
  { name: 'after www', text: 'See www.a.test^^ now\n', placed: 'See www.a.test^^ now' },
  { name: 'before http', text: 'See ^^https://a.test now\n', placed: 'See ^^https://a.test now' },
  {
    name: 'after http and a comma',
    text: 'See https://a.test^^, now\n',
    placed: 'See https://a.test^^, now',
  },
  { name: 'in mailto', text: 'Ask mailto:^^me@a.test now\n', placed: 'Ask^^ mailto:me@a.test now' },
  { name: 'before an email', text: 'Ask ^^me@a.test now\n', placed: 'Ask ^^me@a.test now' },
  { name: 'in a word with an at sign', text: 'Ask you^^@me now\n', placed: 'Ask you@me^^ now' },
  { name: 'in a mention', text: 'Ask @na^^me now\n', placed: 'Ask @name^^ now' },
  { name: 'after a mention', text: 'Ask **@name^^**, now\n', placed: 'Ask **@name^^**, now' },
  { name: 'in the number of an issue', text: 'See o/r#1^^2 now\n', placed: 'See o/r#12^^ now' },
  { name: 'in an emoji', text: 'Done :ta^^da: now\n', placed: 'Done :tada:^^ now' },
  { name: 'in a commit', text: 'At 1a2b3c4^^d5 now\n', placed: 'At 1a2b3c4d5^^ now' },
  { name: 'in what is struck', text: 'It is ~~go^^ne~~ now\n', placed: 'It is ~~go^^ne~~ now' },
  {
    name: 'before a footnote',
    text: 'A claim^^[^1] here\n\n[^1]: So\n',
    placed: 'A claim^^[^1] here\n\n[^1]: So',
  },
  { name: 'in the head of an alert', text: '> [!NOTE]^^\n> Text\n', placed: '> [!NOTE]\n> Text^^' },
];

/** No parser here is GitHub's own: these are what cmark-gfm and the filters after it do with the text. */
describe('a marker leaves alone what GitHub links, mentions or draws:', () => {
  it.each(placements)('$name', ({ text, placed }) => {
    const source = text.replace('^^', '');
    const end = text.indexOf('^^');
    const comment = commentOn(source, Math.max(0, end - 3), end);
    const marked = writeMarkers(source, [comment]);
    expect(marked.replace(markerFor(comment.id), '^^').split('\n\n<!-- mdrev-data')[0]).toBe(placed);
    expect(readMarkers(marked)).toEqual({ text: source, comments: [comment], problems: [] });
  });
});
