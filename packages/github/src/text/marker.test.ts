import { describe, expect, it } from 'vitest';

import { formatMarker, hashText, type Marker, readMarker, readMarkers, withMarker } from './marker.ts';

const reply: Marker = { type: 'reply', id: 'näme', text: 'ff' };
const entry: Marker = {
  type: 'entry',
  id: '3f2a91c0',
  state: 'said',
  at: '2026-11-15T09:30:00.000Z',
  text: 'ff',
};
const markers: Marker[] = [
  { type: 'annotation', id: 'a b=c>--><!--', state: 'open', at: '2026-11-15T09:30:00.000Z', text: 'ff' },
  entry,
  reply,
];

describe('a marker', () => {
  it.each(markers)('is read as it was written: $type', (marker) => {
    expect(formatMarker(marker)).toMatch(/^<!-- [^<>]+ -->$/);
    expect(readMarker(withMarker({ text: 'Words', marker }))).toEqual({ text: 'Words', marker });
  });

  it('counts with the line ends of a browser', () => {
    const body = withMarker({ text: 'Two\nlines', marker: reply }).replaceAll('\n', '\r\n');
    expect(readMarker(body)?.marker).toEqual(reply);
    expect(hashText('Two\r\nlines ')).toBe(hashText('Two\nlines'));
  });

  it.each([
    ['is not the last line', `${formatMarker(reply)}\n\nMore words`],
    ['is quoted', `> ${formatMarker(reply)}`],
    ['is of another version', formatMarker(reply).replace(':1', ':2')],
    ['has no id', '<!-- annotate-mcp:1 reply= text=ff -->'],
    ['has a state that is not known', '<!-- annotate-mcp:1 annotation=1 state=new at= text= -->'],
    ['has an id that cannot be read', '<!-- annotate-mcp:1 reply=%E0%A4%A text= -->'],
  ])('does not count when it %s', (_, body) => {
    expect(readMarker(body)).toBeNull();
  });

  it('ends each of several texts', () => {
    const body = `${withMarker({ text: 'One', marker: entry })}\n\n${withMarker({ text: 'Two', marker: entry })}\n\nEnd`;
    expect(readMarkers(body)).toMatchObject({ marked: [{ text: 'One' }, { text: 'Two' }], rest: 'End' });
  });
});
