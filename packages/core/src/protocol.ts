import type { Annotation, NewAnnotation, Without } from './annotation.ts';
import type { Cursor } from './changes.ts';
import type { LookRequest, PageLook } from './look.ts';
import type { PageAbility } from './page-abilities.ts';
import type { PageActionMessage } from './page-actions.ts';
import type { Person } from './people.ts';
import type { AgentPresence, Session } from './session.ts';
import type { Question, Work } from './work.ts';

/** Raised when a page and a hub of different releases would misread each other. */
export const protocolVersion = 2;

/** How many closed annotations a page gets when it connects; older ones stay in the store. */
export const mostClosedSynced = 500;

/** A page whose access has ended is closed with this code: connecting again would be refused. */
export const accessEndedCode = 4401;

/** What a page sends over the WebSocket. `ref` comes back in `message:done`, or in the `error` that the message caused. */
export type PageMessage = { ref?: string } & (
  | {
      type: 'session:resume';
      protocol: number;
      sessionId?: string;
      /** A random UUID that only this browser knows. The hub derives the author's id, which others see, from it. */
      authorSecret: string;
      /** An author id from before there were secrets: its drafts are given to this author, on the machine of the hub only. */
      formerAuthorId?: string;
      /** What the person calls themselves. */
      name?: string;
      /** What the hub that served the page called the app; another one that runs at its address by now refuses. */
      projectId?: string;
      url: string;
      cursor?: Cursor;
    }
  | { type: 'session:ping'; url?: string }
  /** The person calls themselves so from now on. What they wrote before keeps its id, by which readers find the new name. */
  | { type: 'person:rename'; name: string }
  /** The person has the thread of this annotation open. Sent at once or not at all. */
  | { type: 'thread:seen'; id: string }
  | { type: 'annotation:create'; payload: PagePayload; draft?: boolean }
  /** `annotation:reply`, `annotation:delete` and the other actions of a person on one annotation. */
  | PageActionMessage
  /** All drafts of the author unless some are named. */
  | { type: 'batch:submit'; ids?: string[] }
  /** Answers `look:request`. Has no effect where the hub did not ask this page. */
  | { type: 'look:answer'; requestId: string; answer: PageLook }
);

/** A message of a page that changes annotations. */
export type AnnotationMessage = Exclude<
  PageMessage,
  { type: `session:${string}` | 'person:rename' | 'thread:seen' | 'look:answer' }
>;

/** A new annotation as a page sends it. The hub adds author, app and session. */
export type PagePayload = Without<
  Exclude<NewAnnotation, { kind: 'markdown' }>,
  'sessionId' | 'appId' | 'authorId' | 'authorName'
>;

/** What a hub sends to a page. */
export type HubMessage =
  /**
   * `authorId` is that of this page, derived from its secret. `name` is what the person said, or else what git calls them
   * on the machine of the hub. `may` has what the hub does not refuse; `local`: the page acts for every author.
   */
  | {
      type: 'session:created';
      protocol: number;
      session: Session;
      authorId: string;
      name?: string;
      may?: PageAbility[];
      local?: boolean;
      /** As in the message `people`. */
      people?: Person[];
    }
  /** Who has a page open or had one lately: all of them, whenever a person is new or has another name. */
  | { type: 'people'; people: Person[] }
  | { type: 'annotation:created'; annotation: Annotation; cursor: Cursor }
  | { type: 'annotation:updated'; annotation: Annotation; cursor: Cursor }
  | { type: 'annotation:removed'; id: string; cursor: Cursor }
  /** All that is open, and the newest of what is closed. */
  | { type: 'annotations:sync'; annotations: Annotation[]; cursor: Cursor }
  /** What the page sent under this `ref` is stored: it need not keep it any longer. */
  | { type: 'message:done'; ref: string }
  /** This author had the thread of this annotation open. `GET annotations/:id/seen` says who has, and when. */
  | { type: 'thread:seen'; id: string; authorId: string }
  | { type: 'manifest:update' }
  | { type: 'agents:presence'; agents: AgentPresence[] }
  /**
   * What agents that were started here do and ask, without diffs: all of it, whenever some of it changes. Only for
   * pages on the machine of the hub. `canStart`: `POST /__annotate/api/work/offer` makes the program ask the person
   * whether to start an agent.
   */
  | { type: 'work:state'; works: Work[]; questions: Question[]; canStart: boolean }
  /** Only for pages on the machine of the hub. */
  | { type: 'look:request'; request: LookRequest }
  | { type: 'error'; code: string; message: string; hint?: string; id?: string; ref?: string };
