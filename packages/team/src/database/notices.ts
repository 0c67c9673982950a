/** What servers and commands on one database tell each other at once: which access has ended. */
import { Client } from 'pg';

import { locationOf } from './database.ts';

export const accessEnded = 'annotate_access_ended';

export interface Notices {
  close(): Promise<void>;
}

export interface NoticesListener {
  /** The id of the token, session or member whose access has ended. */
  ended: (id: string) => void;
  /** Notices may have been missed. */
  gap: () => void;
  error: (error: unknown) => void;
}

const reconnectMs = 1_000;

/**
 * Listens on a connection of its own; `?listen=` in the URL names another address for it, because a pooler in transaction
 * mode carries no notices, and `off` does without. A lost connection is opened again. Never rejects: without notices the
 * regular check remains.
 */
export function listenForNotices(url: string, listener: NoticesListener): Notices {
  const { direct } = locationOf(url);
  if (direct === null) return { close: async () => undefined };
  let client: Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const connect = async (): Promise<void> => {
    const next = new Client({
      ...direct,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      application_name: 'annotate-mcp team notices',
    });
    client = next;
    let isLost = false;
    const lose = (error?: unknown): void => {
      if (isLost || isClosed) return;
      isLost = true;
      if (error !== undefined) listener.error(error);
      void next.end().catch(() => undefined);
      timer = setTimeout(() => void connect(), reconnectMs).unref();
    };
    next.on('error', lose);
    next.on('end', () => lose());
    next.on('notification', ({ payload }) => listener.ended(payload ?? ''));
    try {
      await next.connect();
      await next.query(`LISTEN ${accessEnded}`);
      listener.gap();
    } catch (error) {
      lose(error);
    }
  };
  void connect();
  return {
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      // One that is lost already has nothing to end.
      await client?.end().catch(() => undefined);
    },
  };
}
