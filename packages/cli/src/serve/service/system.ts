/** What all ways to start a program at login have in common. Pure: run-steps.ts runs the steps. */
import type { Machine } from '@annotate-mcp/store/user-folders';

import type { CliError } from '../../errors.ts';

export type CommandLine = readonly [program: string, ...args: string[]];

/** The program that runs from login to logout. */
export interface Service {
  readonly command: CommandLine;
}

/** The user who logs in. */
export interface Account extends Machine {
  /** `null` on systems that have no such number. */
  readonly uid: number | null;
}

export type Step =
  | { readonly do: 'write'; readonly file: string; readonly text: string; readonly encoding: Encoding }
  | { readonly do: 'remove'; readonly file: string }
  | {
      readonly do: 'run';
      readonly command: CommandLine;
      /** A failure is ignored: there may be nothing to do. */
      readonly mayFail?: boolean;
      /** Repeated until it succeeds: the step before it takes effect later. */
      readonly repeat?: boolean;
    };

type Encoding = 'utf8' | 'utf16le';

export interface CommandResult {
  /** `null` when there is no such program. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** One for each system; `service.ts` has the list. */
export interface ServiceSystem {
  readonly platform: NodeJS.Platform;
  /** For people, as in "Installed as a …". */
  readonly name: string;
  readonly encoding: Encoding;
  /** What says whether it is installed, and holds `mark` when it is ours. */
  readonly file: (account: Account) => string;
  readonly install: (service: Service, account: Account) => Step[];
  readonly uninstall: (account: Account) => Step[];
  /** Succeeds where services can be installed at all. */
  readonly probe: (account: Account) => CommandLine;
  readonly unavailableError: (ran: CommandResult) => CliError;
  readonly state: (account: Account) => CommandLine;
  /** What `state` answered; `null` where the answer is in the language of the system. */
  readonly runs: (ran: CommandResult) => boolean | null;
  /** Where the log of the service is. */
  readonly log: (account: Account) => string;
}

/** The same name on all systems. */
export const serviceName = 'annotate-mcp';

/** Part of each file that is written, so that no other file is removed. Without dashes, because an XML comment may not have two in a row. */
export const mark = 'Belongs to annotate-mcp serve';

export const serviceDescription = 'annotate-mcp: MCP over HTTP, with a bridge to your own Chrome';
