/** Where the targets of an annotation are written: files, lines and the components around them. */
import { OpenFileButton, PathParts } from './file-chip.tsx';

export interface PathButtonProps {
  path: string;
  /** It is the path of a file, not a selector. */
  isFile: boolean;
  /** What is there, where there is more than one path. */
  about?: string;
  onCopy: (text: string) => void;
}

/** Where something is written; a click copies it, and the button beside it opens the file. */
export function PathButton({ path, isFile, about, onCopy }: PathButtonProps) {
  return (
    <div class="nga-path-row">
      {about !== undefined && <small class="nga-path-about">{about}</small>}
      <button type="button" class="nga-path" title={`Copy ${path}`} onClick={() => onCopy(path)}>
        <PathParts path={path} />
      </button>
      {isFile && <OpenFileButton path={path} />}
    </div>
  );
}

export function TreePath({ names }: { names: readonly string[] }) {
  return names.length > 0 ? <p class="nga-tree-path">{names.join(' › ')}</p> : null;
}

export interface TargetPath {
  name: string;
  path: string;
  /** It is the path of a file, not a selector. */
  isFile: boolean;
}

/** Each target by its name and its path. */
export function Targets({ targets }: { targets: readonly TargetPath[] }) {
  return (
    <ol class="nga-targets" aria-label="Targets">
      {targets.map(({ name, path, isFile }, at) => (
        <li key={at}>
          <b>{name}</b>
          <span class="nga-path" title={path}>
            <PathParts path={path} />
          </span>
          {isFile && path !== '' && <OpenFileButton path={path} />}
        </li>
      ))}
    </ol>
  );
}
