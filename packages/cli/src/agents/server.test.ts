import { describe, expect, it } from 'vitest';

import { programNamedBy, startableOn, startCommand, wrapperStepOf } from './server.ts';

describe('the command that starts us', () => {
  it.each([
    '/home/me/shop/node_modules/annotate-mcp/dist/bin.mjs',
    '/home/me/.npm/_npx/1a2b/node_modules/annotate-mcp/dist/bin.mjs',
    '/usr/lib/node_modules/annotate-mcp/dist/bin.mjs',
    'C:\\Users\\me\\AppData\\Roaming\\npm\\node_modules\\annotate-mcp\\dist\\bin.mjs',
  ])('is npx for %s', (bin) => {
    expect(startCommand(bin)).toEqual({ command: 'npx', args: ['-y', 'annotate-mcp'] });
  });

  it.each([
    '/home/me/annotate-mcp/packages/cli/dist/bin.mjs',
    '/home/me/my_node_modules/package/dist/bin.mjs',
    'C:\\annotate mcp\\dist\\bin.mjs',
  ])('is node for %s, which npx would not find', (bin) => {
    expect(startCommand(bin)).toEqual({ command: 'node', args: [bin] });
  });

  it('is one that Windows starts, in a file of this machine', () => {
    const npx = startCommand('C:\\npm\\node_modules\\annotate-mcp\\dist\\bin.mjs');
    expect(startableOn('win32', npx)).toEqual({ command: 'cmd', args: ['/c', 'npx', '-y', 'annotate-mcp'] });
    expect(startableOn('linux', npx)).toEqual(npx);
    expect(startableOn('win32', { command: 'node', args: ['a.mjs'] }).command).toBe('node');
  });

  it('names no program of one machine where cmd starts npx', () => {
    expect(programNamedBy({ command: 'cmd', args: ['/c', 'npx', '-y', 'annotate-mcp'] })).toBeNull();
    expect(programNamedBy({ command: 'node', args: ['/gone/bin.mjs'] })).toBe('/gone/bin.mjs');
  });

  it('needs cmd in Claude Code on Windows only, and only for npx', () => {
    const npx = { command: 'npx', args: ['-y', 'annotate-mcp'] };
    expect(wrapperStepOf('claude-code', npx, 'win32')).toContain(
      'claude mcp add annotate -- cmd /c npx -y annotate-mcp',
    );
    expect(wrapperStepOf('claude-code', npx, 'darwin')).toBeNull();
    expect(wrapperStepOf('cursor', npx, 'win32')).toBeNull();
    expect(wrapperStepOf('claude-code', { ...startableOn('win32', npx) }, 'win32')).toBeNull();
  });
});
