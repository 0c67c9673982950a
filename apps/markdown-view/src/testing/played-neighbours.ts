/** What lies beside a played document: other documents and pictures. */
import { AnnotateError, toBase64 } from '@annotate-mcp/core';
import { type Followed, type Opened, tokenKey } from '@annotate-mcp/markdown';

/** The result of `open_markdown`. */
interface Openable {
  opened(): { structuredContent: Opened; _meta: Record<typeof tokenKey, string> };
}

export class PlayedNeighbours<Document extends Openable> {
  /** By their addresses in the document. */
  readonly documents = new Map<string, Document>();
  /** SVG by its address. */
  readonly pictures = new Map<string, string>();

  open(address: string): Followed {
    const [path = '', fragment = ''] = address.split('#');
    const other = this.documents.get(path);
    if (other === undefined) throw notFoundError(path);
    const { structuredContent: opened, _meta } = other.opened();
    return { opened, token: _meta[tokenKey], fragment };
  }

  picture(address: string) {
    const svg = this.pictures.get(address);
    if (svg === undefined) throw notFoundError(address);
    const bytes = new TextEncoder().encode(svg);
    return { type: 'image/svg+xml', bytes: toBase64(bytes), total: bytes.length, stamp: svg };
  }
}

function notFoundError(address: string): AnnotateError {
  return new AnnotateError('markdown/not-found', `There is no ${address}.`, { hint: '' });
}
