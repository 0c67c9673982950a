/** What the inspectors must tell of the elements of a demo: its `expected.json`. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface InspectorCase {
  testid: string;
  nth?: number;
  /** What to click first, so that the element is there. */
  open?: string;
  componentName: string;
  selector?: string;
  componentFilePath: string;
  templateFilePath?: string;
  lineText: string;
  inputs?: Record<string, unknown>;
  componentTreePath: string[];
}

export function readInspectorCases(demo: string): InspectorCase[] {
  const file = join(import.meta.dirname, '../../demos', demo, 'expected.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as InspectorCase[]) : [];
}
