/** As ng-add.schema.json has them. */
export interface NgAddOptions {
  project?: string;
  aiTool?: AiTool;
  /** From the workspace's folder, with `/`; absent in that folder itself. */
  workingDirectory?: string;
}

export type AiTool = 'claude-code' | 'vscode' | 'both' | 'other';
