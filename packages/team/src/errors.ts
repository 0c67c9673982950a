import { ExplainedError } from '@annotate-mcp/core';

export type TeamErrorCode =
  | 'team/away'
  | 'team/bad-name'
  | 'team/bad-options'
  | 'team/database'
  | 'team/newer'
  | 'team/no-tokens'
  | 'team/unknown';

/** An error of the team server or of a command about it. */
export class TeamError extends ExplainedError<TeamErrorCode> {
  override readonly name = 'TeamError';
}
