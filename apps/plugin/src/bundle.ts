import { zipSync, type Zippable } from 'fflate';

/** The bytes of a zip that depend on the files and on nothing else: not on today, this machine or its time zone. */
export function zipOf(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const entries: Zippable = {};
  for (const path of [...files.keys()].sort()) {
    const mode = path.endsWith('.mjs') ? 0o755 : 0o644;
    const bytes = files.get(path) ?? new Uint8Array();
    entries[path] = [bytes, { os: unix, attrs: mode << 16, mtime: earliest }];
  }
  return zipSync(entries, { level: 9 });
}

const unix = 3;
// A zip has local times and begins in 1980.
const earliest = new Date(1980, 0, 1);
