import { shortPath } from './words.ts';

/** In a narrow panel the folders are cut off and the file stays. */
export function PathParts({ path }: { path: string }) {
  const file = shortPath(path);
  return (
    <>
      <span>{path.slice(0, path.length - file.length)}</span>
      <b>{file}</b>
    </>
  );
}
