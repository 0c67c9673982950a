/** The token by which GitHub knows the person. */
import { tmpdir } from 'node:os';

import { AnnotateError } from '@annotate-mcp/core';
import { programFinder, runProgram } from '@annotate-mcp/store/programs';

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
  const programs = programFinder(root);
  const program = programs.find('gh');
  if (program === null) return null;
  const { code, stdout } = await runProgram(program, ['auth', 'token', '--hostname', host], {
    cwd: tmpdir(),
    env: { ...process.env, PATH: programs.path },
    mostMs: 20_000,
    mostBytes: 10_000,
  });
  // It fails where the person is not signed in.
  return code === 0 && stdout.trim() !== '' ? stdout.trim() : null;
}

function noToken(host: string): never {
  throw new AnnotateError('github/no-token', `There is no token for ${host}.`, {
    hint: 'Sign in with "gh auth login", or set GITHUB_TOKEN to a token that may read and write pull requests.',
  });
}
