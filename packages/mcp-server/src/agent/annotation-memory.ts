/**
 * What an agent without a process of its own knows about each annotation it works on: one file for each, in the cache of
 * the user. Commands that run at the same time write different files, as far as they are about different annotations.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { noPatchReasons, verdicts } from '@annotate-mcp/core';
import { replacePrivateFile } from '@annotate-mcp/store/files';

const memorySchema = z.object({
  /** Ids of the replies that it has read. */
  read: z.array(z.string()),
  holds: z.boolean(),
  /** Source files as they were when it was claimed, by their paths. */
  sources: z.record(z.string(), z.string()),
  /** `updatedAt` of the agent's own change. */
  made: z.string().exactOptional(),
  /** It waits for what a page shows of its change; the verdict that it was told last. */
  told: z.enum(verdicts).nullable().exactOptional(),
  /** All files as they were when it was claimed. */
  before: z
    .union([z.object({ tree: z.string() }), z.object({ missing: z.enum(noPatchReasons) })])
    .exactOptional(),
});
export type AnnotationMemory = z.infer<typeof memorySchema>;

const fileSchema = z.object({ version: z.literal(1), id: z.string(), memory: memorySchema });

export class AnnotationMemories {
  readonly #folder: string;

  /** `folder` is one of the user's own, with a folder for each agent. */
  constructor(folder: string, agentId: string) {
    this.#folder = join(folder, agentId);
  }

  /** Where the state of files at a claim is kept. */
  get objects(): string {
    return join(this.#folder, 'objects');
  }

  list(): { id: string; memory: AnnotationMemory }[] {
    return filesIn(this.#folder).flatMap((name) => {
      try {
        const { id, memory } = fileSchema.parse(JSON.parse(readFileSync(join(this.#folder, name), 'utf8')));
        return [{ id, memory }];
      } catch {
        // Without it the agent is told again what it has read, and its edit is less exact.
        return [];
      }
    });
  }

  /** To be called before the state of files is kept. */
  prepare(): void {
    mkdirSync(this.objects, { recursive: true, mode: 0o700 });
  }

  save(id: string, memory: AnnotationMemory): void {
    replacePrivateFile(this.#fileOf(id), JSON.stringify({ version: 1, id, memory }));
  }

  forget(id: string): void {
    rmSync(this.#fileOf(id), { force: true });
  }

  /** To be called when the agent holds nothing: the objects are copies of files of the project. */
  forgetFiles(): void {
    rmSync(filesIn(this.#folder).length === 0 ? this.#folder : this.objects, {
      recursive: true,
      force: true,
    });
  }

  #fileOf(id: string): string {
    return join(this.#folder, `${createHash('sha256').update(id).digest('hex').slice(0, 32)}.json`);
  }
}

const keptMs = 14 * 24 * 3_600_000;

/** Removes what agents left behind that claimed something long ago and never came back. */
export function removeOldMemories(folder: string, now: Date): void {
  for (const name of namesIn(folder)) {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    if (found !== undefined && now.getTime() - found.mtimeMs > keptMs)
      rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function filesIn(folder: string): string[] {
  return namesIn(folder).filter((name) => name.endsWith('.json'));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Nothing was kept yet.
    return [];
  }
}
