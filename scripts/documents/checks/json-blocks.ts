import ts from 'typescript';
import { z } from 'zod';

import { siteFormatSchema } from '@annotate-mcp/browser-protocol/schema';
import { isRecord } from '@annotate-mcp/core';

import type { CodeBlock } from '../document.ts';
import { type DocumentCheck, findingsAt } from '../finding.ts';
import { npx } from '../programs/npx.ts';

/** What a client's configuration file says about a server. */
const clientServerSchema = z.union([
  z.strictObject({
    command: z.literal('npx'),
    args: z.array(z.string()),
    env: z.record(z.string(), z.string()).exactOptional(),
  }),
  z.strictObject({
    type: z.enum(['http', 'sse']),
    url: z.url(),
    headers: z.record(z.string(), z.string()).exactOptional(),
  }),
]);

/** Files with a format that is known, by the field that tells them apart. */
const formats: readonly { field: string; schema: z.ZodType }[] = [
  {
    field: 'mcpServers',
    schema: z.strictObject({ mcpServers: z.strictObject({ annotate: clientServerSchema }) }),
  },
  { field: 'pages', schema: siteFormatSchema },
];

export const jsonBlocks: DocumentCheck = {
  name: 'block of JSON can be parsed and has the format of its file',
  check: async (document) =>
    findingsAt(
      document,
      document.blocks.filter(({ language }) => ['json', 'jsonc'].includes(language)),
      describeJson,
    ),
};

async function describeJson({ language, text }: CodeBlock): Promise<string | null> {
  const read: { config?: unknown; error?: ts.Diagnostic } = ts.parseConfigFileTextToJson(
    'block.json',
    asDocument(text),
  );
  const { config, error } = read;
  if (error !== undefined) return ts.flattenDiagnosticMessageText(error.messageText, ' ');
  if (language === 'json') {
    const problem = describeStrict(text);
    if (problem !== null) return problem;
  }
  return isRecord(config) ? describeFormat(config) : null;
}

/** A part of a file begins with a name. */
function asDocument(text: string): string {
  const code = text.replace(/^\s*\/\/.*$/gm, '').trim();
  return code.startsWith('"') ? `{${text}\n}` : text;
}

/** Without comments and commas at the end. */
function describeStrict(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return String(error);
  }
}

async function describeFormat(value: Record<string, unknown>): Promise<string | null> {
  const format = formats.find(({ field }) => field in value);
  const { error } = format?.schema.safeParse(value) ?? {};
  if (error !== undefined) return z.prettifyError(error);
  const { success, data } = startedServer.safeParse(value);
  return success ? npx.describeProblem(data.mcpServers.annotate.args) : null;
}

const startedServer = z.object({
  mcpServers: z.object({ annotate: z.object({ args: z.array(z.string()) }) }),
});
