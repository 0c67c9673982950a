/** `annotate-mcp token` from its options to what it prints. */
import type { Token } from '@annotate-mcp/team';

import { age } from '../age.ts';
import { CliError } from '../errors.ts';
import { printable, type Terminal } from '../terminal.ts';

import { withTeam } from './team-database.ts';
import type { TokenAction, TokenOptions } from './token-actions.ts';

export async function token(
  action: TokenAction,
  id: string | undefined,
  options: TokenOptions,
  terminal: Terminal,
): Promise<void> {
  if (action === 'create') await create(options, terminal);
  else if (action === 'list') await list(options, terminal);
  else await revoke(id, options, terminal);
}

async function create(options: TokenOptions, terminal: Terminal): Promise<void> {
  const { project, role, name, page = false, expires, json = false } = options;
  if (project === undefined || role === undefined) {
    throw new CliError('cli/usage', 'A token belongs to a project and has a role.', {
      hint: 'Pass --project <name> and --role viewer, reviewer, agent or admin.',
    });
  }
  const { token: made, secret } = await withTeam(options, terminal, async (database) => {
    const { createToken } = await import('@annotate-mcp/team');
    return createToken(database, {
      project,
      role,
      name: name ?? (page ? 'page' : role),
      kind: page ? 'pageKey' : 'token',
      expiresAt: expires ?? null,
    });
  });
  if (json) {
    terminal.print(JSON.stringify({ ...made, secret }, null, 2));
    return;
  }
  terminal.print(secret);
  terminal.note(`Token ${made.id.slice(0, 8)} of ${made.project}, ${made.role}. It is not shown again.`);
  const server = serverAddress();
  terminal.note(page ? howToLoad(server, secret) : howToConnect(server, made.project));
}

function serverAddress(): string {
  const { ANNOTATE_PUBLIC_URL: address = '' } = process.env;
  // An address that is not valid is for "serve" to refuse: the token exists already.
  return URL.canParse(address) ? address.replace(/\/+$/, '') : 'https://<your server>';
}

function howToLoad(server: string, key: string): string {
  return `Put this into the page, and allow its origin with "annotate-mcp project":\n<script type="module" src="${server}/k/${key}/__annotate/overlay.js"></script>`;
}

function howToConnect(server: string, project: string): string {
  return `Agents connect to ${server}/p/${project}/mcp with the header "Authorization: Bearer <token>".`;
}

async function list(options: TokenOptions, terminal: Terminal): Promise<void> {
  const tokens = await withTeam(options, terminal, async (database) => {
    const { listTokens } = await import('@annotate-mcp/team');
    return listTokens(database, options.project);
  });
  if (options.json === true) {
    terminal.print(JSON.stringify(tokens, null, 2));
    return;
  }
  if (tokens.length === 0) terminal.note('There are no tokens.');
  for (const each of tokens) terminal.print(describeToken(each, new Date()));
}

function describeToken(token: Token, now: Date): string {
  const { id, kind, project, role, name, lastUsedAt } = token;
  const used = lastUsedAt === null ? 'never used' : `used ${age(lastUsedAt.toISOString(), now)} ago`;
  const what = kind === 'pageKey' ? `${role}, page key` : role;
  return `${id.slice(0, 8)}  ${project}  ${what}  ${printable(name)}  ${stateOf(token, now)}, ${used}`;
}

function stateOf({ revokedAt, expiresAt }: Token, now: Date): string {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt === null) return 'valid';
  const day = expiresAt.toISOString().slice(0, 10);
  return expiresAt <= now ? `expired ${day}` : `valid until ${day}`;
}

async function revoke(id: string | undefined, options: TokenOptions, terminal: Terminal): Promise<void> {
  if (id === undefined) {
    throw new CliError('cli/usage', 'Which token is to be revoked?', {
      hint: 'Pass its id, or the beginning of it, as "annotate-mcp token list" shows it.',
    });
  }
  const revoked = await withTeam(options, terminal, async (database) => {
    const { revokeToken } = await import('@annotate-mcp/team');
    return revokeToken(database, id, options.project);
  });
  if (options.json === true) terminal.print(JSON.stringify({ revoked: revoked.id }, null, 2));
  else
    terminal.print(`Revoked ${revoked.id.slice(0, 8)} (${printable(revoked.name)}) of ${revoked.project}.`);
}
