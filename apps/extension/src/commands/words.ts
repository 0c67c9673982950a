/** Says in words what an agent wants to do, and what it did. The texts of pages in it are shown as text. */
import type { CommandDefinition, CommandType } from '@annotate-mcp/browser-protocol';
import { commands, isCommandType } from '@annotate-mcp/browser-protocol/schema';

import { hideSecrets } from '../secrets/hide-secrets.ts';

/** What the words need of a command's params and result. */
export interface CommandFacts {
  readonly params: Readonly<Record<string, unknown>>;
  /** `null` when the command was not done. */
  readonly result: Readonly<Record<string, unknown>> | null;
}

/** What a question to the person says, with the code that is to run. */
export function describeWish(type: CommandType, params: object): { wants: string; code?: string } {
  const code = codeIn(type, params);
  return { wants: commands[type].words.wants, ...(code !== undefined && { code }) };
}

function codeIn(type: CommandType, params: object): string | undefined {
  if (type === 'execute_js' && 'code' in params) return cutOff(String(params.code));
  if (type === 'inject_script' && 'source' in params) return cutOff(String(params.source));
  return undefined;
}

const maxCode = 4_000;

function cutOff(code: string): string {
  const more = code.length - maxCode;
  return more <= 0 ? code : `${code.slice(0, maxCode)}\n… and ${more} more characters`;
}

/** What the log of activity says. `type` is not known where the server is of a newer release. */
export function describeDeed(
  type: string,
  outcome: 'done' | 'failed' | 'refused',
  facts: CommandFacts,
): string {
  const words = wordsFor(type, facts);
  const object = (isCommandType(type) ? objectOf[type]?.(facts) : undefined) ?? '';
  const verb = {
    done: words.done,
    failed: `Could not ${words.plain}`,
    refused: `Was not allowed to ${words.plain}`,
  }[outcome];
  return object === '' ? verb : `${verb} ${object}`;
}

function wordsFor(type: string, { params }: CommandFacts): Deed {
  if (type === 'navigate' && typeof params.to === 'string') return moves[params.to] ?? moves.reload;
  if (isCommandType(type)) return commands[type].words;
  // A command of a newer release: its name is words already.
  const name = `“${type.replaceAll('_', ' ')}”`;
  return { done: `Did ${name}`, plain: `do ${name}` };
}

type Deed = Pick<CommandDefinition['words'], 'done' | 'plain'>;

const moves: Readonly<Record<string, Deed>> & { readonly reload: Deed } = {
  back: { done: 'Went back', plain: 'go back' },
  forward: { done: 'Went forward', plain: 'go forward' },
  reload: { done: 'Reloaded the page', plain: 'reload the page' },
};

/** What it did it to. A command that is not named here is described by its words alone. */
const objectOf: Partial<Record<CommandType, (facts: CommandFacts) => string>> = {
  create_tab: ({ params }) => host(params.url),
  navigate: ({ params }) => address(params),
  click: element,
  hover: element,
  drag: element,
  type: typed,
  upload: uploaded,
  press_key: ({ params }) => shorten(params.key, 30),
};

function element({ result }: CommandFacts): string {
  return nameOf(result?.on);
}

/** `button "Save"` is “Save”; an element without a name is its role. */
function nameOf(on: unknown): string {
  if (typeof on !== 'string' || on === '') return '';
  const [, quoted] = /("(?:[^"\\]|\\.)*")$/.exec(on) ?? [];
  if (quoted !== undefined) return quote(unquote(quoted), 60);
  return on.startsWith('<') ? 'an element' : `the ${shorten(on, 40)}`;
}

function unquote(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}

/** What is secret is not repeated. */
function typed({ params, result }: CommandFacts): string {
  const into = nameOf(result?.on);
  const where = into === '' ? '' : ` into ${into}`;
  if (result === null) return '';
  // Typing that goes to no field has no value either.
  if (result.value === null) return String(result.on).startsWith('textbox') ? `a secret${where}` : 'keys';
  return `${quote(hideSecrets(String(params.text)), 40)}${where}`;
}

function uploaded({ params }: CommandFacts): string {
  const files = Array.isArray(params.files) ? params.files : [];
  const names = files.map((file: unknown) =>
    typeof file === 'object' && file !== null && 'name' in file ? String(file.name) : 'a file',
  );
  return names.length === 1 ? quote(names[0] ?? '', 40) : `${names.length} files`;
}

function address({ to }: Readonly<Record<string, unknown>>): string {
  return typeof to === 'object' && to !== null && 'url' in to ? host(to.url) : '';
}

function host(url: unknown): string {
  if (typeof url !== 'string') return '';
  return shorten(hostOf(url), 60);
}

/** The host of an address, or what there is instead: `about:blank`. */
export function hostOf(url: string): string {
  const host = URL.parse(url)?.host ?? '';
  return host === '' ? url : host;
}

function quote(text: string, most: number): string {
  return `“${shorten(text, most)}”`;
}

function shorten(text: unknown, most: number): string {
  if (typeof text !== 'string') return '';
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
}
