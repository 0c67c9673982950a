import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

import { describe, expect, it } from 'vitest';

import { endGroup, findProcess, findWithPs } from './running-process.ts';

// Small containers have /proc and no ps; macOS has ps and no /proc.
const hasPs = spawnSync('ps', ['-p', String(process.pid)]).status === 0;
const ways = [['findProcess', findProcess] as const, ...(hasPs ? [['findWithPs', findWithPs] as const] : [])];

describe('a running process', () => {
  it.each(ways)('is found by %s, always with the same start and command', (_, find) => {
    const found = find(process.pid);
    expect(found).toMatchObject({ pid: process.pid });
    expect(found?.command).toContain('node');
    expect(find(process.pid)).toEqual(found);
  });

  it.each(ways)('is not found by %s after its end', async (_, find) => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    expect(find(child.pid ?? 0)).toBeNull();
  });
});

describe('ending a group', () => {
  it('ends every member, also one that ignores the request', async () => {
    const stubborn = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log(process.pid)`;
    const leader = spawn('bash', ['-c', '"$1" -e "$2" & wait', 'group', process.execPath, stubborn], {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(leader.stdout, 'data')) as [Buffer];
    const member = Number(line.toString());
    expect(findProcess(member)).not.toBeNull();
    await endGroup(leader.pid ?? 0, 200);
    expect(findProcess(member)).toBeNull();
  });
});
