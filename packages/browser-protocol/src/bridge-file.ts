/**
 * The file through which agents and the extension of one user find the bridge that runs: in the user's config folder,
 * and in the folder of the unpacked extension. Because of the key only the user may read it.
 */
import { z } from 'zod';

export const bridgeFileSchema = z.object({
  /** The server's address, without a slash at the end: `http://127.0.0.1:3456`. */
  url: z.string().regex(/^http:\/\/127\.0\.0\.1:\d{1,5}$/),
  key: z.string().regex(/^[\w-]{16,512}$/),
  /** Shown to the person: the name of the project that the bridge was started in. */
  projectName: z.string().max(200),
  /** Process id of the bridge. */
  pid: z.int().positive(),
  /** ISO time. */
  startedAt: z.string().max(100),
  version: z.string().max(100),
});

export type BridgeFile = z.output<typeof bridgeFileSchema>;
