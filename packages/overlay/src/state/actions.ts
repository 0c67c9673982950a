import type { AgentPresence, Annotation, Person, RecordedStep } from '@annotate-mcp/core';

import type { Located } from '../inspectors/inspection.ts';

import type { Theme } from './config.ts';
import type {
  AgentWork,
  Compose,
  ConnectionState,
  Corner,
  Hover,
  Me,
  Notice,
  PanelTab,
  Panel,
  Picked,
  Rest,
  Seen,
  ComposeTarget,
} from './state.ts';

/** All actions. reducer.ts applies them. */
export type Action =
  /** The key: hidden → inspect, anything else → hidden. */
  | { type: 'inspect:toggle' }
  | { type: 'escape' }
  | { type: 'hover'; hover: Hover | null }
  | { type: 'hover:located'; element: Element; located: Located }
  /** The person wants to comment on several targets, or no longer. */
  | { type: 'pin:toggle' }
  | { type: 'gather'; picked: Picked }
  | { type: 'compose:open'; target: ComposeTarget }
  | { type: 'compose:text'; text: string }
  | { type: 'compose:attach'; what: 'screenshot' | 'consoleErrors'; on: boolean }
  | { type: 'compose:steps'; steps: readonly RecordedStep[] | null }
  /** A function, because pictures are read in the background while others are added. */
  | { type: 'compose:change'; change: (compose: Compose) => Partial<Compose> }
  | { type: 'compose:sending' }
  | { type: 'compose:failed'; problem: string }
  /** The comment is in the outbox. */
  | { type: 'compose:done' }
  | { type: 'thread:open'; id: string }
  | { type: 'thread:close' }
  | { type: 'reply:text'; id: string; text: string }
  /** Restores text that the hub refused. `key` is a `targetKey`, or an annotation's id for a reply. */
  | { type: 'keep'; key: string; text: string }
  | { type: 'relink:start'; id: string }
  | { type: 'bar:toggle' }
  | { type: 'panel:toggle' }
  | { type: 'panel:tab'; tab: PanelTab }
  | { type: 'panel:filter'; filter: Panel['filter'] }
  | { type: 'panel:select'; id: string | null }
  | { type: 'freeze'; on: boolean }
  | { type: 'notice'; notice: Notice | null }
  | { type: 'setting:theme'; theme: Theme }
  | { type: 'setting:corner'; corner: Corner }
  | { type: 'setting:badges'; hidden: boolean }
  | { type: 'setting:notifications'; on: boolean }
  | { type: 'connection'; state: ConnectionState }
  | { type: 'store:problem'; problem: string | null }
  | { type: 'me'; me: Me }
  | { type: 'present'; people: readonly Person[] }
  | { type: 'seen'; seen: Seen }
  | { type: 'thread:seen'; id: string; authorId: string }
  | { type: 'agents'; agents: readonly AgentPresence[] }
  | { type: 'work'; work: AgentWork }
  | {
      type: 'annotations';
      annotations: ReadonlyMap<string, Annotation>;
      unsent: ReadonlySet<string>;
      /** `null` unless given. */
      rest?: Rest | null;
    }
  | { type: 'navigated'; url: string }
  | { type: 'lost'; ids: ReadonlySet<string> };

export type Dispatch = (action: Action) => void;
