/** Keeps a part of the state across reloads. Where storage is forbidden or full, nothing is kept. */
import { statuses } from '@annotate-mcp/core';

import type { Theme } from './config.ts';
import type { Corner, OverlayState, Panel } from './state.ts';

export interface Remembered {
  readonly theme?: Theme;
  readonly corner?: Corner;
  readonly hideBadges?: boolean;
  readonly notifications?: boolean;
  readonly kept?: ReadonlyMap<string, string>;
  readonly panel?: Panel | null;
}

export interface Memory {
  readonly recall: () => Remembered;
  /** Called with every new state; writes what has changed. */
  readonly remember: (state: OverlayState) => void;
}

export interface Storages {
  /** Shared by all tabs: settings, and each kept text under its own key, so that tabs do not overwrite each other. */
  readonly local: Storage | null;
  /** For this tab: its open panel. */
  readonly session: Storage | null;
}

/** Settings are shared by all projects; typed text belongs to one, because another may be served at the same address. */
export function openMemory(
  { local, session }: Storages,
  projectId: string,
  now: () => number = Date.now,
): Memory {
  const prefix = `annotate:kept:${encodeURIComponent(projectId)}:`;
  let last: OverlayState | null = null;
  return {
    recall() {
      const { theme, corner, [hideBadgesKey]: hideBadges, notifications } = readRecord(local, settingsKey);
      const panel = readPanel(readRecord(session, panelKey));
      return {
        ...(isOneOf(themes, theme) && { theme }),
        ...(isOneOf(corners, corner) && { corner }),
        ...(typeof hideBadges === 'boolean' && { hideBadges }),
        ...(typeof notifications === 'boolean' && { notifications }),
        kept: readKept(local, prefix, now()),
        ...(panel !== null && { panel }),
      };
    },
    remember(state) {
      if (last !== null && state.settings !== last.settings) {
        const { keys, hideBadges, ...settings } = state.settings;
        write(local, settingsKey, { ...settings, [hideBadgesKey]: hideBadges });
      }
      if (last !== null && state.panel !== last.panel) write(session, panelKey, state.panel);
      if (last !== null && state.kept !== last.kept) writeKept(local, prefix, last.kept, state.kept, now());
      last = state;
    },
  };
}

/** Reading `localStorage` throws where storage is forbidden. */
export function pageStorages(): Storages {
  return {
    local: tryStorage(() => globalThis.localStorage),
    session: tryStorage(() => globalThis.sessionStorage),
  };
}

const settingsKey = 'annotate:settings';
/** The name of `hideBadges` in the storage, as earlier releases wrote it. */
const hideBadgesKey = 'hideMarkers';
const panelKey = 'annotate:panel';
const keptForMs = 30 * 24 * 60 * 60 * 1_000;

const themes: readonly Theme[] = ['auto', 'light', 'dark'];
const corners: readonly Corner[] = ['top-left', 'top-right', 'bottom-left', 'bottom-right'];
const tabs: readonly Panel['tab'][] = ['page', 'all'];
const filters: readonly Panel['filter'][] = ['open', 'closed', ...statuses, 'unread'];

function readKept(local: Storage | null, prefix: string, now: number): Map<string, string> {
  const kept: { key: string; text: string; at: number }[] = [];
  for (const key of keysOf(local, prefix)) {
    const { text, at } = readRecord(local, key);
    if (typeof text === 'string' && typeof at === 'number' && now - at < keptForMs)
      kept.push({ key, text, at });
    else write(local, key, null);
  }
  kept.sort((a, b) => a.at - b.at);
  return new Map(kept.map(({ key, text }) => [key.slice(prefix.length), text]));
}

function writeKept(
  local: Storage | null,
  prefix: string,
  before: OverlayState['kept'],
  after: OverlayState['kept'],
  at: number,
): void {
  for (const key of before.keys()) if (!after.has(key)) write(local, prefix + key, null);
  for (const [key, text] of after) if (before.get(key) !== text) write(local, prefix + key, { text, at });
}

function readPanel({ tab, filter }: Record<string, unknown>): Panel | null {
  return isOneOf(tabs, tab) && isOneOf(filters, filter) ? { tab, filter, selected: null } : null;
}

function isOneOf<T>(known: readonly T[], value: unknown): value is T {
  return (known as readonly unknown[]).includes(value);
}

function readRecord(storage: Storage | null, key: string): Record<string, unknown> {
  const value = tryStorage((): unknown => JSON.parse(storage?.getItem(key) ?? 'null'));
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function write(storage: Storage | null, key: string, value: object | null): void {
  tryStorage(() => {
    if (value === null) storage?.removeItem(key);
    else storage?.setItem(key, JSON.stringify(value));
  });
}

function keysOf(storage: Storage | null, prefix: string): string[] {
  const keys = tryStorage(() =>
    Array.from({ length: storage?.length ?? 0 }, (_, n) => storage?.key(n) ?? ''),
  );
  return (keys ?? []).filter((key) => key.startsWith(prefix));
}

function tryStorage<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch {
    // Storage is forbidden or full, or the value is not the overlay's. The state in memory is not affected.
    return null;
  }
}
