import { describe, expect, it } from 'vitest';

import { guide } from './guide.ts';

const facts = {
  demo: 'vue',
  url: 'http://localhost:5173/',
  command: ['/opt/node', "/home/ann o'neil/bin.mjs"],
  root: '/home/ann',
  hasAgent: false,
};

describe('guide', () => {
  it('says where the demo is and how to connect an agent, in words that can be pasted', () => {
    const text = guide(facts);
    expect(text).toContain('http://localhost:5173/   (demos/vue)');
    expect(text).toContain(
      `claude mcp add annotate -- /opt/node '/home/ann o'\\''neil/bin.mjs' --root /home/ann`,
    );
    const config = /^ *(\{.*\})$/m.exec(text)?.[1] ?? '';
    expect(JSON.parse(config)).toEqual({
      mcpServers: {
        annotate: { command: '/opt/node', args: [facts.command[1], '--root', facts.root] },
      },
    });
  });

  it('does not ask for an agent when one is there', () => {
    const text = guide({ ...facts, hasAgent: true });
    expect(text).toContain('A scripted agent is listening');
    expect(text).not.toContain('claude mcp add');
  });
});
