/** Controls a browser through an MCP server; the names of its tools are given. */
import type { CallToolResult, Client } from '@modelcontextprotocol/client';

import { buttonName } from './page.ts';
import type { Subject } from './subject.ts';

export interface Call {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

/** The names of one server's tools. */
export interface Dialect {
  readonly evaluate: (expression: string) => Call;
  /** Evaluates without waiting for what may follow, where a server waits unless it is told not to. */
  readonly read?: (expression: string) => Call;
  /** By the name it has in a snapshot. */
  readonly click: (ref: string) => Call;
  readonly snapshot: Call;
  readonly screenshot: Call;
  /** Finds the ref in the button's line of a snapshot. */
  readonly ref: RegExp;
}

export async function overMcp(
  title: string,
  client: Client,
  dialect: Dialect,
  dispose: () => Promise<void>,
): Promise<Subject> {
  const { read } = dialect;
  const ask = async (wanted: Call): Promise<number> => textOf(await call(client, wanted)).length;
  const ref = refIn(textOf(await call(client, dialect.snapshot)), dialect.ref);
  return {
    title,
    does: {
      evaluate: () => ask(dialect.evaluate('document.title')),
      click: () => ask(dialect.click(ref)),
      snapshot: () => ask(dialect.snapshot),
      screenshot: () => ask(dialect.screenshot),
    },
    picture: async () => {
      const { content } = await call(client, dialect.screenshot);
      const [picture] = content.flatMap((part) => (part.type === 'image' ? [part.data] : []));
      if (picture === undefined) throw new Error(`${title} sent no picture.`);
      return picture;
    },
    ...(read !== undefined && { read: () => ask(read('document.title')) }),
    clicks: async () => {
      const answer = textOf(await call(client, dialect.evaluate('"clicked " + clicks')));
      return Number(/clicked (\d+)/.exec(answer)?.[1]);
    },
    [Symbol.asyncDispose]: dispose,
  };
}

export async function call(client: Client, wanted: Call): Promise<CallToolResult> {
  const result = await client.callTool(wanted, { timeout: 60_000 });
  if (result.isError === true) throw new Error(`${wanted.name} failed: ${textOf(result).slice(0, 1_000)}`);
  return result;
}

export function textOf({ content }: CallToolResult): string {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

function refIn(snapshot: string, pattern: RegExp): string {
  const line = snapshot.split('\n').find((each) => each.includes(buttonName)) ?? '';
  const [, ref] = pattern.exec(line) ?? [];
  if (ref === undefined)
    throw new Error(`There is no ref for "${buttonName}" in: ${snapshot.slice(0, 1_000)}`);
  return ref;
}
