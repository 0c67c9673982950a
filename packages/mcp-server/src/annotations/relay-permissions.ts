/** Lets the person answer Claude Code's permission dialogs in the page, beside the dialog in the terminal. */
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

import type { ConsentPage } from '@annotate-mcp/consent';
import type { Store } from '@annotate-mcp/store';

import type { Agent } from '../agent/agent.ts';

/** Asks the person until it is closed. */
export interface PermissionRelay {
  close(): Promise<void>;
}

export function relayPermissions(server: McpServer, deps: Omit<RelayDeps, 'send'>): PermissionRelay {
  const send = (answer: PermissionAnswer): void => {
    server.server.notification({ method: permissionAnswerMethod, params: { ...answer } }).catch(() => {
      // The client is gone, and its dialog with it.
    });
  };
  const relay = new Relay({ ...deps, send });
  server.server.setNotificationHandler(
    permissionRequestMethod,
    { params: permissionRequestSchema },
    (request) => void relay.ask(request),
  );
  return relay;
}

const permissionRequestMethod = 'notifications/claude/channel/permission_request';
const permissionAnswerMethod = 'notifications/claude/channel/permission';

const permissionRequestSchema = z.looseObject({
  request_id: z.string().min(1).max(100),
  tool_name: z.string(),
  description: z.string().optional(),
  input_preview: z.string().optional(),
});

type PermissionRequest = z.infer<typeof permissionRequestSchema>;

interface PermissionAnswer {
  request_id: string;
  behavior: 'allow' | 'deny';
}

interface RelayDeps {
  readonly store: Store;
  readonly agent: Agent;
  readonly send: (answer: PermissionAnswer) => void;
  readonly onError: (error: unknown) => void;
}

class Relay implements PermissionRelay {
  readonly #deps: RelayDeps;
  #page: Promise<ConsentPage> | null = null;
  #newest = new AbortController();

  constructor(deps: RelayDeps) {
    this.#deps = deps;
  }

  /**
   * Claude Code shows one dialog at a time and does not say when the person has answered in the terminal. So a new
   * request means that the one before is answered, and withdraws it.
   */
  async ask(request: PermissionRequest): Promise<void> {
    const { agent, onError, send } = this.#deps;
    this.#newest.abort();
    this.#newest = new AbortController();
    const { signal } = this.#newest;
    try {
      const { request_id, tool_name, description = '', input_preview } = request;
      const annotationId = agent.onlyHeld;
      const page = await this.#openPage();
      const answer = await page.ask(
        {
          kind: 'permission',
          title: `Use ${tool_name}`,
          agentName: agent.actor.agentName,
          ...(annotationId !== null && { annotationId }),
          text: `${description}\nYou can answer in the terminal, too; the first answer counts.`.trim(),
          ...(input_preview !== undefined && { command: input_preview }),
          options: [
            { id: 'allow', name: 'Allow once', kind: 'allow_once' },
            { id: 'deny', name: 'Refuse', kind: 'reject_once' },
          ],
        },
        signal,
      );
      if (answer === null) return;
      send({ request_id, behavior: answer.optionId === 'allow' ? 'allow' : 'deny' });
    } catch (error) {
      // The dialog in the terminal is still there.
      onError(error);
    }
  }

  async close(): Promise<void> {
    this.#newest.abort();
    await (await this.#page)?.close();
  }

  /** Loaded with the first request, because most processes never get one and all have to start quickly. */
  #openPage(): Promise<ConsentPage> {
    const { store, onError } = this.#deps;
    return (this.#page ??= import('@annotate-mcp/consent').then(({ openConsentPage }) =>
      openConsentPage({ store, onError }),
    ));
  }
}
