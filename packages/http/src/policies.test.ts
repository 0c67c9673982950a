import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { policies, type Policy } from './policies.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

describe('the README', () => {
  it('has the table of policies that the code has', () => {
    const [, written = ''] = /<!-- policies:.*?-->\n(.*?)<!-- \/policies -->/s.exec(readme) ?? [];
    const expected = Object.entries(policies).map(([name, policy]) => cells(name, policy).join(' | '));
    expect(rowsOf(written)).toEqual(expected);
  });

  it('explains every rule the table uses', () => {
    const [, , explained = ''] = readme.split(/<!-- \/?policies.*?-->/s);
    const rules = Object.values(policies).flatMap(({ hosts, origins, peers, token, tokenIn }) => [
      hosts,
      origins,
      peers,
      token,
      ...tokenIn,
    ]);
    expect(rules.filter((rule) => !explained.includes(`\`${rule}\``))).toEqual([]);
  });
});

function cells(name: string, policy: Policy): string[] {
  const { serves, hosts, origins, peers, token, tokenIn, maxBodyBytes } = policy;
  const places = tokenIn.map(code).join(', ');
  const size = maxBodyBytes === 0 ? 'none' : sizeOf(maxBodyBytes / 1024);
  return [code(name), serves, code(hosts), code(origins), code(peers), code(token), places || '–', size];
}

function sizeOf(kibibytes: number): string {
  return kibibytes < 1024 ? `${kibibytes} KiB` : `${kibibytes / 1024} MiB`;
}

function code(value: string): string {
  return `\`${value}\``;
}

// Without the padding of the formatter.
function rowsOf(table: string): string[] {
  const lines = table.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
      .join(' | '),
  );
}
