import { describe, expect, it } from 'vitest';

import { putTable } from './toml.ts';

const name = ['mcp_servers', 'annotate'];
const block = '[mcp_servers.annotate]\ncommand = "npx"\n';

const cases = [
  { name: 'an empty file', text: '', expected: block },
  {
    name: 'a file without it',
    text: '# mine\nmodel = "x" # why\n\n[mcp_servers.other]\ncommand = "y"\n',
    expected: `# mine\nmodel = "x" # why\n\n[mcp_servers.other]\ncommand = "y"\n\n${block}`,
  },
  {
    name: 'a file that has it, with a table below it',
    text: '[a]\nx = 1\n\n[mcp_servers."annotate"] # old\ncommand = "old"\n\n[mcp_servers.annotate.env]\nA = "b"\n\n# about b\n[b]\ny = 2\n',
    expected: `[a]\nx = 1\n\n${block}\n\n# about b\n[b]\ny = 2\n`,
  },
  {
    name: 'a file with a longer name like it',
    text: '[mcp_servers.annotate-too]\ncommand = "y"\n',
    expected: `[mcp_servers.annotate-too]\ncommand = "y"\n\n${block}`,
  },
];

describe('putting a table into TOML', () => {
  it.each(cases)('works in $name', ({ text, expected }) => {
    expect(putTable(text, name, block)).toBe(expected);
  });

  it.each(cases)('changes nothing the second time in $name', ({ text }) => {
    const once = putTable(text, name, block);
    expect(putTable(once, name, block)).toBe(once);
  });

  it('keeps Windows line ends', () => {
    expect(putTable('a = 1\r\n', name, block)).toBe(`a = 1\r\n\r\n${block.replaceAll('\n', '\r\n')}`);
  });
});
