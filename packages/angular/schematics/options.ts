/** The options in ng-add.schema.json. */
export interface NgAddOptions {
  project?: string;
  aiTool?: AiTool;
  /** Relative to the workspace, with `/`; absent in the workspace folder itself. */
  workingDirectory?: string;
}

export type AiTool = 'claude-code' | 'vscode' | 'both' | 'other';
