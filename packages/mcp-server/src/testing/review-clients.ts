/** Markdown review through real MCP clients, on real files: with views and without, of both protocols. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { Client } from '@modelcontextprotocol/client';
import { EXTENSION_ID, RESOURCE_MIME_TYPE } from '@modelcontextprotocol/ext-apps/server';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';

import type { CommentInput, Opened } from '@annotate-mcp/markdown';
import { tokenKey } from '@annotate-mcp/markdown';
import { openStore, type Store, withSidecars } from '@annotate-mcp/store';

import { singleAgent } from '../agent/agent-provider.ts';
import { Agent } from '../agent/agent.ts';
import { createAnnotationsToolset } from '../annotations/toolset.ts';
import {
  createMarkdownService,
  type MarkdownService,
  type MarkdownServiceOptions,
} from '../markdown/service.ts';
import { createMarkdownToolset } from '../markdown/toolset.ts';
import { createServer } from '../server.ts';

import { textOf, ToolFailure } from './linked-client.ts';

export const uiCapability = { extensions: { [EXTENSION_ID]: { mimeTypes: [RESOURCE_MIME_TYPE] } } };

/** A project and a server for it, which real clients connect to. */
export interface MarkdownFixture {
  root: string;
  /** The server's, with the comments on documents. */
  store: Store;
  markdown: MarkdownService;
  /** Addresses that would have been opened in a browser. */
  shown: string[];
  write: (path: string, text: string) => string;
  connect: (options?: ConnectOptions) => Promise<ReviewClient>;
}

interface ConnectOptions {
  name?: string;
  showsViews?: boolean;
  /** By `annotate-mcp work`. */
  isStarted?: boolean;
  /** Folders that the client says its user works in. */
  roots?: readonly string[];
}

export interface ReviewClient {
  client: Client;
  /** The structured result; throws what an `isError` result says. */
  call: (
    tool: string,
    input?: Record<string, unknown>,
    signal?: AbortSignal,
  ) => Promise<Record<string, unknown>>;
  /** Returns the result and the token, which a host gives to the view only. */
  open: (path: string, mode?: 'edit' | 'review') => Promise<OpenedView>;
  interact: (viewUUID: string, ...commands: Record<string, unknown>[]) => Promise<Record<string, unknown>[]>;
}

export interface OpenedView extends Opened {
  token: string | null;
  /** Calls a view tool with the credentials of this view. */
  call: (
    tool: string,
    input?: Record<string, unknown>,
    signal?: AbortSignal,
  ) => Promise<Record<string, unknown>>;
}

export const html =
  '<!doctype html><html><head><title>x</title></head><body><script>1</script></body></html>';

/** Closed after the test. */
export async function createMarkdownFixture(
  serviceOptions: Partial<MarkdownServiceOptions> = {},
): Promise<MarkdownFixture> {
  const root = temporaryProject();
  const shown: string[] = [];
  const write = (path: string, text: string) => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  const markdown = createMarkdownService({
    root,
    viewFolder: viewFolder(),
    openUrl: (url) => shown.push(url),
    ...serviceOptions,
  });
  const store = withSidecars(await openStore('memory:', { root }), { root });
  onTestFinished(async () => {
    await markdown.close();
    await store.close();
  });
  const connect = async (options: ConnectOptions = {}) => {
    const { name = 'claude-code', showsViews = true, isStarted = false, roots } = options;
    const agents = singleAgent(new Agent(store, new Date(), { isStarted }));
    const toolsets = [
      createAnnotationsToolset(store, markdown.verdicts),
      createMarkdownToolset(markdown, store),
    ];
    const server = createServer({ store, agents, toolsets, root, version: '0.0.0' });
    const client = new Client(
      { name, version: '1' },
      { capabilities: { ...(showsViews && uiCapability), ...(roots !== undefined && { roots: {} }) } },
    );
    if (roots !== undefined) {
      client.setRequestHandler('roots/list', () => ({
        roots: roots.map((folder) => ({ uri: `file://${encodeURI(folder)}` })),
      }));
    }
    const [there, here] = InMemoryTransport.createLinkedPair();
    await server.connect(there);
    await client.connect(here);
    onTestFinished(() => client.close());
    return reviewClient(client);
  };
  return { root, store, markdown, shown, write, connect };
}

export function reviewClient(client: Client): ReviewClient {
  const call: ReviewClient['call'] = async (tool, input = {}, signal) => {
    const { isError, structuredContent, content } = await client.callTool(
      { name: tool, arguments: input },
      signal === undefined ? {} : { signal },
    );
    if (isError === true) throw new ToolFailure(textOf(content));
    return (structuredContent ?? {}) as Record<string, unknown>;
  };
  return {
    client,
    call,
    open: async (path, mode) => {
      const args = { path, ...(mode !== undefined && { mode }) };
      const result = await client.callTool({ name: 'open_markdown', arguments: args });
      if (result.isError === true) throw new ToolFailure(textOf(result.content));
      const token = result._meta?.[tokenKey];
      const opened = result.structuredContent as Opened;
      const shownToken = typeof token === 'string' ? token : null;
      return {
        ...opened,
        token: shownToken,
        call: (tool, input, signal) =>
          call(tool, { ...input, viewUUID: opened.viewUUID, token: shownToken }, signal),
      };
    },
    interact: async (viewUUID, ...commands) => {
      const { results } = await call('interact', { viewUUID, commands });
      return results as Record<string, unknown>[];
    },
  };
}

/** Has a space in its path, and a `.git` folder unless told otherwise; removed after the test. */
export function temporaryProject({ isProject = true } = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'annotate review ')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  if (isProject) mkdirSync(join(folder, '.git'));
  return folder;
}

/** Small files in place of the built view. */
export function viewFolder(): string {
  const folder = temporaryProject({ isProject: false });
  writeFileSync(join(folder, 'markdown-view.html'), html);
  writeFileSync(join(folder, 'mermaid.js'), 'mermaid = 1;');
  writeFileSync(join(folder, 'katex.js'), 'katex = 1;');
  return folder;
}

/** Exchanges the code of an address for the token, as the tab does. */
export async function enterTab(address: string | URL): Promise<string> {
  const { token } = (await (await postCode(address)).json()) as { token: string };
  return token;
}

export async function postCode(address: string | URL): Promise<Response> {
  return fetch(new URL('./enter', address), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: new URL(address).hash.slice(1) }),
  });
}

let count = 0;

/** A comment on the first place that has this text. */
export function commentOn(text: string, quote: string, words = 'Say it shorter.'): CommentInput {
  const start = text.indexOf(quote);
  if (start < 0) throw new Error(`The text does not have ${quote}.`);
  const line = text.slice(0, start).split('\n').length;
  return {
    id: `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`,
    text: words,
    anchor: {
      line_start: line,
      line_end: line + quote.split('\n').length - 1,
      char_start: start,
      char_end: start + quote.length,
      block_id: '',
      quote,
      context_before: text.slice(Math.max(0, start - 120), start),
      context_after: text.slice(start + quote.length, start + quote.length + 120),
    },
  };
}
