/** Agents that cannot be used, as real processes. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import type { AgentCommand } from '../presets/preset.ts';

import { startSession } from './agent-session.ts';

/** A program that answers each request with what `answers` has for its method. */
function agentThat(body: string): AgentCommand {
  const code = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    const answer = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', id, ...message }));
    const hello = { protocolVersion: 1, authMethods: [{ id: 'login', name: 'Log in', description: 'with your account' }] };
    ${body}
  });`;
  return {
    name: 'Claude',
    program: process.execPath,
    args: ['-e', code],
    signIn: 'Run "claude" and sign in.',
  };
}

const start = (command: AgentCommand) =>
  startSession({
    command,
    folder: process.cwd(),
    version: '1',
    serverFor: () => ({ name: 'annotate', command: 'x', args: [], env: [] }),
  });

const failing = (error: string) =>
  agentThat(`method === 'initialize' ? answer({ result: hello }) : answer({ error: ${error} })`);

describe('an agent that cannot be used says why, and what to do', () => {
  it.each<[string, AgentCommand, { code: string; message: string | RegExp; hint: string | RegExp }]>([
    [
      'not signed in',
      failing(`{ code: -32000, message: 'Authentication required' }`),
      {
        code: 'work/not-signed-in',
        message: 'Claude is not signed in: Authentication required',
        hint: 'Run "claude" and sign in. The agent itself offers: Log in (with your account).',
      },
    ],
    [
      'not signed in, as the Claude adapter says it',
      failing(
        `{ code: -32603, message: 'Internal error', data: { details: 'Claude Code process exited with code 1' } }`,
      ),
      { code: 'work/not-signed-in', message: /exited with code 1/, hint: /sign in/ },
    ],
    [
      'root, as Claude Code says it',
      failing(
        `{ code: -32603, message: 'Internal error', data: { details: 'Claude Code process exited with code 1. stderr: --dangerously-skip-permissions cannot be used with root/sudo privileges' } }`,
      ),
      { code: 'work/root', message: /^Claude cannot be started by root/, hint: /as another user/ },
    ],
    [
      'another error',
      failing(`{ code: -32603, message: 'The disk is full' }`),
      {
        code: 'work/failed',
        message: 'Claude answered with an error: The disk is full',
        hint: /Try it by itself/,
      },
    ],
    [
      'ended at once',
      agentThat(`console.error('no licence'); process.exit(3)`),
      {
        code: 'work/ended',
        message: 'Claude ended unexpectedly (exit code 3). It wrote: no licence',
        hint: /in a terminal/,
      },
    ],
    [
      'not installed',
      { name: 'X', program: '/nonexistent/agent', args: [], signIn: '' },
      {
        code: 'work/not-installed',
        message: /could not be started: there is no such program/,
        hint: /is installed/,
      },
    ],
    [
      'a newer protocol',
      agentThat(`answer({ result: { ...hello, protocolVersion: 2 } })`),
      { code: 'work/failed', message: /speaks version 2 of ACP/, hint: /Update/ },
    ],
  ])('%s', async (_, command, { code, message, hint }) => {
    const error: unknown = await start(command).catch((reason: unknown) => reason);
    const matching = (text: string | RegExp) =>
      (typeof text === 'string' ? text : expect.stringMatching(text)) as unknown;
    expect(error).toMatchObject({ code, message: matching(message), hint: matching(hint) });
  });
});

it('an adapter that is fetched gets nothing that npm has read from an .npmrc of the project', async () => {
  vi.stubEnv('npm_execpath', '/usr/lib/npm-cli.js');
  vi.stubEnv('npm_config_registry', 'https://registry.invalid/');
  onTestFinished(() => void vi.unstubAllEnvs());
  const says = `answer({ error: { code: -32603, message: 'registry ' + process.env.npm_config_registry } })`;
  const error = (command: AgentCommand) => start(command).catch((reason: unknown) => reason);
  expect(await error(agentThat(says))).toMatchObject({
    message: expect.stringContaining('registry https://registry.invalid/') as unknown,
  });
  expect(await error({ ...agentThat(says), isFetched: true })).toMatchObject({
    message: expect.stringContaining('registry undefined') as unknown,
  });
});
