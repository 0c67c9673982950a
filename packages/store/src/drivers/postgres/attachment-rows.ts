import { AnnotateError } from '@annotate-mcp/core';

import {
  type AttachmentStore,
  isAttachmentName,
  requireAttachmentName,
} from '../../attachments/attachment-store.ts';

import type { Project } from './project.ts';
import { type Row, text } from './rows.ts';

export interface AttachmentRowsOptions {
  schema: string;
  project: Project;
  query: (sql: string, values: unknown[]) => Promise<Row[]>;
}

/** A picture of a whole screen takes less than a tenth of it; PostgreSQL keeps a row in memory while it is sent. */
const mostBytes = 20_000_000;

/** Pictures and records in the database itself, for teams without other storage. */
export class AttachmentRows implements AttachmentStore {
  readonly #options: AttachmentRowsOptions;

  constructor(options: AttachmentRowsOptions) {
    this.#options = options;
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    requireAttachmentName(name);
    if (bytes.length > mostBytes) throw tooLargeError(name, bytes.length);
    const { schema, project, query } = this.#options;
    await query(
      `INSERT INTO ${schema}.attachments (project, name, bytes) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      [project.id, name, bytes],
    );
  }

  async get(name: string): Promise<Buffer | null> {
    if (!isAttachmentName(name)) return null;
    const { schema, project, query } = this.#options;
    const rows = await query(`SELECT bytes FROM ${schema}.attachments WHERE project = $1 AND name = $2`, [
      project.id,
      name,
    ]);
    const bytes = rows[0]?.bytes;
    return Buffer.isBuffer(bytes) ? bytes : null;
  }

  async list(): Promise<string[]> {
    const { schema, project, query } = this.#options;
    const rows = await query(`SELECT name FROM ${schema}.attachments WHERE project = $1`, [project.id]);
    return rows.map((row) => text(row, 'name')).sort();
  }

  async remove(name: string): Promise<void> {
    if (!isAttachmentName(name)) return;
    const { schema, project, query } = this.#options;
    await query(`DELETE FROM ${schema}.attachments WHERE project = $1 AND name = $2`, [project.id, name]);
  }
}

function tooLargeError(name: string, size: number): AnnotateError {
  return new AnnotateError(
    'store/failed',
    `The attachment ${name} has ${size} bytes; ${mostBytes} are allowed.`,
    {
      hint: 'Nothing was stored. Send a smaller picture, or keep attachments in S3 (attachments=s3://… in the address of the store).',
    },
  );
}
