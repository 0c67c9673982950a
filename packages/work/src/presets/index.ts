import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';
import type { Preset } from './preset.ts';
import { scripted } from './scripted.ts';

/** In the order in which they are offered. The scripted agent is there only where its file is named. */
export function presetsFor(
  env: { readonly ANNOTATE_DEMO_AGENT?: string | undefined } = process.env,
): Preset[] {
  const file = env.ANNOTATE_DEMO_AGENT ?? '';
  return [claude, codex, gemini, opencode, ...(file === '' ? [] : [scripted(file)])];
}
