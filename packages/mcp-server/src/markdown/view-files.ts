/** The built view on disk, as MCP resources. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { McpUiResourceMeta } from '@modelcontextprotocol/ext-apps';
import { RESOURCE_MIME_TYPE } from '@modelcontextprotocol/ext-apps/server';

import { AnnotateError } from '@annotate-mcp/core';
import { viewResources } from '@annotate-mcp/markdown/view-protocol';

interface ViewFile {
  uri: string;
  name: string;
  mimeType: string;
  _meta?: { ui: McpUiResourceMeta };
}

/**
 * What the host has to allow: no network at all, since the view is one file that talks to its server through the host.
 * It copies text when the person asks for it.
 */
const needs: McpUiResourceMeta = {
  csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
  permissions: { clipboardWrite: {} },
};

const viewFiles: readonly ViewFile[] = [
  { uri: viewResources.view, name: 'markdown-view.html', mimeType: RESOURCE_MIME_TYPE, _meta: { ui: needs } },
  { uri: viewResources.mermaid, name: 'mermaid.js', mimeType: 'text/javascript' },
  { uri: viewResources.katex, name: 'katex.js', mimeType: 'text/javascript' },
];

export class ViewFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  list(): ViewFile[] {
    return [...viewFiles];
  }

  async read(uri: string): Promise<Omit<ViewFile, 'name'> & { text: string }> {
    const file = viewFiles.find((each) => each.uri === uri);
    if (file === undefined) throw unknownResourceError(uri);
    const { name, ...described } = file;
    return { ...described, text: await this.#text(name) };
  }

  async #text(name: string): Promise<string> {
    const path = join(this.#folder, name);
    try {
      return await readFile(path, 'utf8');
    } catch (cause) {
      throw new AnnotateError('markdown/no-view', `The Markdown view cannot be read from ${path}.`, {
        hint: 'Install annotate-mcp again; in its own repository run "npm run build".',
        cause,
      });
    }
  }
}

function unknownResourceError(uri: string): AnnotateError {
  return new AnnotateError('query/invalid', `There is no resource ${JSON.stringify(uri.slice(0, 200))}.`, {
    hint: `There are: ${viewFiles.map((file) => file.uri).join(', ')}.`,
  });
}
