/** The addresses of the GitHub that is used. */
import { CliError } from '../errors.ts';

export interface ApiAddress {
  /** Without a slash at the end. */
  apiUrl: string;
  /** The host of its repositories, as remotes of git name it. */
  host: string;
}

/** A workflow says in its environment where its GitHub is. */
export function apiAddress(
  named: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): ApiAddress {
  const inWorkflow = env.GITHUB_ACTIONS === 'true' ? env.GITHUB_API_URL : undefined;
  const text = named ?? inWorkflow ?? 'https://api.github.com';
  if (!URL.canParse(text)) throw addressError(text);
  const url = new URL(text);
  // The token is sent to this address: without https it could be read on the way.
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)) throw addressError(text);
  return { apiUrl: text.replace(/\/+$/, ''), host: url.hostname.replace(/^api\./, '') };
}

function addressError(text: string): CliError {
  return new CliError('cli/usage', `${text} is not the address of an API.`, {
    hint: 'It has to begin with https://, for example --api-url https://github.example/api/v3.',
  });
}
