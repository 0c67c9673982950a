import type { OverlayConfig } from '../state/config.ts';

export type ToProjectPath = (fileOrUrl: string) => string | null;

/**
 * File names as compilers and stacks spell them, made relative to the project's root: absolute ones of any system,
 * `file:`, what the dev server serves (`base`, `/@fs/`, `?t=`), bundlers' own schemes, and names from the compiler's folder.
 */
export function createProjectPath(config: OverlayConfig): ToProjectPath {
  const root = folder(config.projectRoot);
  const app = folder(config.appRoot);
  const source = folder(config.sourceRoot);
  const appPrefix = (root !== null && app !== null ? below(root, app) : null) ?? tidy(config.appId);
  const base = tidy(config.base ?? '/');

  const fromAbsolute = (path: string): string | null => {
    const inRoot = root === null ? null : below(root, path);
    if (inRoot !== null) return inRoot;
    const inApp = app === null ? null : below(app, path);
    return inApp === null ? null : join(appPrefix, inApp);
  };

  const fromSource = (path: string): string | null => {
    if (source !== null) return fromAbsolute(`${source}/${path}`);
    const tidied = tidy(path);
    // A dev server started at the project's root names files from there, not from the app's folder.
    if (appPrefix !== '' && below(appPrefix, tidied) !== null) return tidied;
    return join(appPrefix, tidied);
  };

  const isServed = (path: string) =>
    /^\/(@|src\/)/.test(path) || (base !== '/' && below(base, path) !== null);

  const fromServer = (pathname: string): string | null => {
    const path = below(base, tidy(pathname)) ?? tidy(pathname).replace(/^\//, '');
    if (path.startsWith('@fs/')) return fromAbsolute(rooted(path.slice(4)));
    if (path.startsWith('@')) return null;
    return fromAbsolute(rooted(path)) ?? join(appPrefix, path);
  };

  return (fileOrUrl) => {
    const path = readName(fileOrUrl, { fromAbsolute, fromSource, fromServer, isServed });
    return path === null || path === '' || foreignFolder.test(path) ? null : path;
  };
}

/** Folders in a project whose files people do not write: libraries, and what a framework generates. */
const foreignFolder = /(^|\/)(node_modules|\.svelte-kit|\.nuxt|\.next|\.output|\.astro|\.angular)\//;

function folder(path: string | undefined): string | null {
  return path === undefined || path === '' ? null : tidy(path);
}

interface Sources {
  fromAbsolute: ToProjectPath;
  fromSource: ToProjectPath;
  fromServer: ToProjectPath;
  isServed: (path: string) => boolean;
}

function readName(fileOrUrl: string, sources: Sources): string | null {
  const { fromAbsolute, fromSource, fromServer, isServed } = sources;
  if (fileOrUrl === '' || fileOrUrl.includes('\0')) return null;
  const name = fileOrUrl.replaceAll('\\', '/').replace(/\?.*$/s, '');
  // Two letters at least: `C:/` is a drive.
  const [, scheme = '', rest = ''] = /^([a-z][a-z\d+.-]+):\/\/(.*)$/is.exec(name) ?? [];
  if (scheme === '') {
    if (isDrive(name)) return fromAbsolute(name);
    if (/^[a-z][a-z\d+.-]+:/i.test(name)) return null;
    if (!name.startsWith('/')) return fromSource(name);
    // Not every path that begins with a slash is one of the dev server's: a file outside of the project is none.
    return fromAbsolute(name) ?? (isServed(name) ? fromServer(name) : null);
  }
  const pathname = decode(rest.replace(/#.*$/s, '').replace(/^[^/]*/, ''));
  if (/^https?$/i.test(scheme)) return fromServer(pathname);
  if (/^file$/i.test(scheme)) return fromAbsolute(rooted(pathname));
  // webpack://name/./src/x, webpack-internal:///(app-pages-browser)/./src/x, turbopack:///[project]/src/x
  if (/^(webpack|turbopack)/i.test(scheme)) {
    const path = pathname.replace(/^\/+/, '').replace(/^\([^)]*\)\//, '');
    return path.startsWith('[project]/') ? tidy(path.slice(10)) : fromSource(path);
  }
  return null;
}

/** `/C:/x` is how URLs spell a drive. */
function rooted(path: string): string {
  const bare = path.replace(/^\/+/, '');
  return isDrive(bare) ? bare : `/${bare}`;
}

function isDrive(path: string): boolean {
  return /^[a-z]:\//i.test(path);
}

/** The rest of `path` below `folder`; `null` when it is not there. */
function below(folder: string, path: string): string | null {
  const tidied = tidy(path);
  const prefix = folder === '' || folder.endsWith('/') ? folder : `${folder}/`;
  // Windows does not tell upper from lower case, and tools disagree about the drive's letter.
  const same = isDrive(prefix)
    ? tidied.toLowerCase().startsWith(prefix.toLowerCase())
    : tidied.startsWith(prefix);
  if (same) return tidied.slice(prefix.length);
  return tidied === folder ? '' : null;
}

function join(folder: string, path: string): string | null {
  const joined = tidy(folder === '' ? path : `${folder}/${path}`);
  return joined.startsWith('..') || joined.startsWith('/') ? null : joined;
}

/** `/` separators, no `.` and `..` inside, no slash at the end; `.` itself becomes empty. */
function tidy(path: string): string {
  const parts: string[] = [];
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return (path.startsWith('/') ? '/' : '') + parts.join('/');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone `%` is a legal file name.
    return text;
  }
}
