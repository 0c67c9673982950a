import type { Question } from '@annotate-mcp/core';

export interface AgentSettingsProps {
  settings: readonly Question[];
  /** Whether the agent is not named beside it. */
  isNamed: boolean;
}

/**
 * How an agent is set. It is changed on a page of another origin, in a window: a script of this page could let the agent
 * act without asking.
 */
export function AgentSettings({ settings, isNamed }: AgentSettingsProps) {
  return (
    <>
      {settings.map(({ id, agentName = 'The agent', title, url }) => (
        <p key={id} class="nga-set nga-small" data-nga="agent-settings">
          <span dir="auto">
            {isNamed && (
              <>
                <b>{agentName}</b> ·{' '}
              </>
            )}
            {title}
          </span>
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Change how ${agentName} is set`}
          >
            Change…
          </a>
        </p>
      ))}
    </>
  );
}
