import { describe, expect, it } from 'vitest';

import { withGuide } from './guide.ts';

const put = (text: string, loop = '1. Drain.') => withGuide(text, loop, 'AGENTS.md');

describe('the guide', () => {
  it('stands between markers, after what is there', () => {
    const text = put('# Rules\n\nBe kind.\n');
    expect(text).toMatch(/^# Rules\n\nBe kind\.\n\n<!-- annotate-mcp: begin -->\n\n## Annotations\n/);
    expect(text).toMatch(/1\. Drain\.\n\n<!-- annotate-mcp: end -->\n$/);
  });

  it('is the whole of a new file', () => {
    expect(put('')).toMatch(/^<!-- annotate-mcp: begin -->\n[^]*<!-- annotate-mcp: end -->\n$/);
  });

  it('is replaced where it stands', () => {
    const before = `${put('# Rules')}\n# After\n`;
    const after = put(before, '1. Drain well.');
    expect(after).toBe(before.replace('1. Drain.', '1. Drain well.'));
    expect(put(after, '1. Drain well.')).toBe(after);
  });

  it('keeps Windows line ends', () => {
    expect(put('# Rules\r\n')).not.toMatch(/[^\r]\n/);
  });

  it.each([
    '<!-- annotate-mcp: begin -->',
    '<!-- annotate-mcp: end -->',
    '<!-- annotate-mcp: end --> <!-- annotate-mcp: begin -->',
  ])('is refused where the markers are only %s', (text) => {
    expect(() => put(text)).toThrow(/AGENTS\.md/);
  });
});
