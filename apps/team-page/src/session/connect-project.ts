/** Connects to the hub of a project with the overlay's own connection. */
import { colorOf, type Person } from '@annotate-mcp/core';
import { connect, type Connection, type ConnectionState } from '@annotate-mcp/overlay/threads';
import type { ChoicesAnswer, MemberProject } from '@annotate-mcp/team/answers';

import { hubOf } from '../server.ts';
import type { OpenProject } from '../state.ts';

import { maskAnnotations } from './mask-annotation.ts';

export interface ConnectEvents {
  readonly change: (next: (open: OpenProject) => OpenProject) => void;
  readonly onProblem: (text: string) => void;
  readonly onLost: () => void;
  readonly onNews: () => void;
  /** Another person had this thread open. */
  readonly onOtherSaw: (id: string) => void;
}

export function connectProject({ name, me }: MemberProject, events: ConnectEvents): Connection {
  const { change, onProblem, onLost, onNews, onOtherSaw } = events;
  return connect(
    // The storage of the browser is divided by it: what a person has not sent yet is not sent by the next one.
    { hub: hubOf(name), appId: `team ${name} ${me.id}` },
    {
      onAnnotations(annotations, unsent) {
        change((open) => ({ ...open, annotations: maskAnnotations(annotations), unsent }));
        onNews();
      },
      onState(connection: ConnectionState) {
        change((open) => ({ ...open, connection }));
        if (connection === 'offline' || connection === 'ended') onLost();
      },
      onMe: (person) => change((open) => ({ ...open, me: { ...person, isNamed: true } })),
      onPeople: (present) =>
        change((open) => ({ ...open, present: open.choices ? withPeople(present, open.choices) : present })),
      onSeen: ({ id, authorId }) => {
        if (authorId !== me.id) onOtherSaw(id);
      },
      onAgents: (agents) => change((open) => ({ ...open, agents })),
      onStoreProblem: () => undefined,
      onWork: () => undefined,
      onLookRequest: () => undefined,
      onManifest: () => undefined,
      onProblem,
      onRefused: (key, text) => change((open) => ({ ...open, texts: new Map(open.texts).set(key, text) })),
    },
  );
}

/** Members can be mentioned and assigned to before they have a page open. */
export function withPeople(present: readonly Person[], { people }: ChoicesAnswer): Person[] {
  const here = new Set(present.map(({ id }) => id));
  const others = people.filter(({ id }) => !here.has(id));
  return [
    ...present,
    ...others.map(({ id, name }): Person => ({ id, name, color: colorOf(id), lastSeenAt: '' })),
  ];
}
