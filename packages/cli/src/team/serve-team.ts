/** `annotate-mcp serve` with a PostgreSQL store: the team server, from its options to its end. */
import { createLog, type OidcSettings, startWhenReachable, type TeamServerOptions } from '@annotate-mcp/team';

import { bundledFolder } from '../bundled-files.ts';
import type { GlobalOptions } from '../cli-command.ts';
import { CliError } from '../errors.ts';
import type { Terminal } from '../terminal.ts';
import { untilSignal } from '../until-signal.ts';
import { version } from '../version.ts';

import { publicUrlOf } from './invite.ts';
import { openProjectStore } from './team-database.ts';

export interface ServeTeamOptions extends GlobalOptions {
  port: number;
  host?: string | undefined;
  publicUrl?: string | undefined;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Resolves when the server has stopped. */
export async function serveTeam(
  url: string,
  options: ServeTeamOptions,
  terminal: Terminal,
  env: Env,
): Promise<void> {
  const end = new AbortController();
  const stopped = untilSignal().then(() => end.abort());
  const given = options.publicUrl ?? env.ANNOTATE_PUBLIC_URL;
  const settings: TeamServerOptions = {
    databaseUrl: url,
    openStore: (project) => openProjectStore(url, project),
    overlayFolder: () => bundledFolder('page'),
    homeFolder: () => bundledFolder('team'),
    version,
    host: options.host ?? '127.0.0.1',
    port: options.port,
    publicUrl: given === undefined || given === '' ? undefined : publicUrlOf(given),
    metricsToken: metricsTokenIn(env),
    oidc: oidcIn(env),
    // Containers collect what a program prints. This command has no other output that a script could read.
    log: createLog(terminal.print),
  };
  const server = await startWhenReachable(settings, end.signal);
  if (server === null) return;
  await stopped;
  await server.close();
}

function metricsTokenIn({ ANNOTATE_METRICS_TOKEN: token }: Env): string | undefined {
  if (token === undefined || token === '') return undefined;
  if (/^[\w-]{16,512}$/.test(token)) return token;
  throw new CliError('serve/weak-key', 'ANNOTATE_METRICS_TOKEN is not a valid token.', {
    hint: 'Use at least 16 random letters, digits, "-" or "_".',
  });
}

function oidcIn(env: Env): OidcSettings | undefined {
  const { ANNOTATE_OIDC_ISSUER: issuer, ANNOTATE_OIDC_CLIENT_ID: clientId } = env;
  const { ANNOTATE_OIDC_CLIENT_SECRET: clientSecret = '' } = env;
  if (issuer === undefined || issuer === '') return undefined;
  if (URL.canParse(issuer) && clientId !== undefined && clientId !== '' && clientSecret !== '')
    return { issuer, clientId, clientSecret };
  throw new CliError(
    'cli/usage',
    'ANNOTATE_OIDC_ISSUER is set, and the rest of the sign-in is not complete.',
    {
      hint: 'Set the issuer as a URL, ANNOTATE_OIDC_CLIENT_ID and ANNOTATE_OIDC_CLIENT_SECRET.',
    },
  );
}
