/** The token by which GitHub knows the person. */
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';

import { AnnotateError } from '@annotate-mcp/core';
import { programFinder } from '@annotate-mcp/work';

export interface TokenDeps {
  root: string;
  host: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** From the environment, or from GitHub's own program, where the person has signed in. */
export async function githubToken({ root, host, env }: TokenDeps): Promise<string> {
  const given = [env.GITHUB_TOKEN, env.GH_TOKEN].find((token) => token !== undefined && token !== '');
  return given ?? (await tokenOfProgram(root, host)) ?? noToken(host);
}

async function tokenOfProgram(root: string, host: string): Promise<string | null> {
  // Not one that the repository brings, and not with the project as its folder.
  const program = programFinder(root).find('gh');
  if (program === null) return null;
  const token = await outputOf(program, ['auth', 'token', '--hostname', host]);
  return token === '' ? null : token;
}

/** Empty when the program fails: then the person is not signed in there. */
function outputOf(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: tmpdir(),
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 20_000,
    });
    let text = '';
    child.stdout.on('data', (data: Buffer) => (text += data.toString('utf8')));
    child.once('error', () => resolve(''));
    child.once('close', (code) => resolve(code === 0 ? text.trim() : ''));
  });
}

function noToken(host: string): never {
  throw new AnnotateError('github/no-token', `There is no token for ${host}.`, {
    hint: 'Sign in with "gh auth login", or set GITHUB_TOKEN to a token that may read and write pull requests.',
  });
}
