/** Pictures in a comment: attached by paste, drop or the file dialog, drawn on, and shown in cards. */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

import { mostPictures, randomUuid } from '@annotate-mcp/core';
import type { MarkdownComment } from '@annotate-mcp/markdown';
import {
  Attached,
  ComposerPictures,
  DrawingPanel,
  type DrawnPicture,
  PictureButton,
  readPicture,
} from '@annotate-mcp/overlay/ui';

import type { UserCommands } from '../sync/user-commands.ts';

import { plural } from './words.ts';

/** A picture of the composer. It has no name before the server has it. */
interface CardPicture {
  readonly id: string;
  readonly name: string;
  readonly picture: Blob | null;
  readonly stored: string | null;
}

interface CardPicturesState {
  readonly pictures: readonly CardPicture[];
  /** Some are not on the server yet. */
  readonly isBusy: boolean;
  readonly problem: string | null;
  readonly drawing: CardPicture | null;
  readonly attach: (files: readonly File[]) => void;
  readonly remove: (id: string) => void;
  readonly draw: (id: string) => void;
  readonly endDrawing: (drawn: DrawnPicture | null, problem?: string | null) => void;
}

type Commands = Pick<UserCommands, 'addPicture' | 'readPicture' | 'writePictures'>;

/** `names`: what the comment has. A picture that is being read belongs to the composer alone. */
export function useCardPictures(id: string, names: readonly string[], commands: Commands): CardPicturesState {
  const [own, setOwn] = useState<readonly CardPicture[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [drawn, setDrawn] = useState<string | null>(null);
  // Files may arrive together, each before the composer was drawn with the one before.
  const count = useRef(0);
  const stored = useStored(names, commands);
  const pictures = [...stored, ...own];
  count.current = pictures.length;

  const add = async (name: string, read: () => Promise<Blob>, replaces: string | null) => {
    const one: CardPicture = { id: randomUuid(), name, picture: null, stored: null };
    setOwn((before) => [...before, one]);
    try {
      const picture = await commands.addPicture(await read());
      commands.writePictures(id, (before) => withPicture(before, picture, replaces));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      setProblem(`${name} was not attached. ${why}`);
    } finally {
      setOwn((before) => before.filter((each) => each !== one));
    }
  };

  return {
    pictures,
    isBusy: own.length > 0,
    problem,
    drawing: pictures.find((each) => each.id === drawn) ?? null,
    attach(files) {
      setProblem(null);
      for (const file of files) {
        if (count.current >= mostPictures) {
          setProblem(`${file.name} was not added: a comment has at most ${mostPictures} pictures.`);
          return;
        }
        count.current++;
        void add(file.name, () => readAttached(file), null);
      }
    },
    remove: (one) => commands.writePictures(id, (before) => before.filter((name) => name !== one)),
    draw: setDrawn,
    endDrawing(result, failure = null) {
      setDrawn(null);
      setProblem(failure);
      // The picture from before is not sent: what is blurred now was legible there.
      if (result !== null) void add('Drawing', async () => result.picture, drawn);
    },
  };
}

function withPicture(before: readonly string[], picture: string, replaces: string | null): string[] {
  if (replaces !== null && before.includes(replaces))
    return [...new Set(before.map((name) => (name === replaces ? picture : name)))];
  return [...new Set([...before, picture])].slice(0, mostPictures);
}

async function readAttached(file: File): Promise<Blob> {
  try {
    return await readPicture(file);
  } catch (cause) {
    throw new Error('It is not a picture that this browser can read: attach a PNG, JPEG or WebP.', { cause });
  }
}

/** What the comment has, with the pixels as soon as they are here. */
function useStored(names: readonly string[], { readPicture: read }: Commands): CardPicture[] {
  const [blobs, setBlobs] = useState<ReadonlyMap<string, Blob>>(new Map());
  const wanted = names.join(' ');
  useEffect(() => {
    for (const name of names)
      read(name).then(
        (blob) => setBlobs((before) => new Map([...before, [name, blob]])),
        // Its row stays without a small form, and can be removed.
        () => undefined,
      );
  }, [wanted]);
  return names.map((name, index) => ({
    id: name,
    name: `Picture ${index + 1}`,
    picture: blobs.get(name) ?? null,
    stored: name,
  }));
}

export function ComposedPictures({ state }: { state: CardPicturesState }) {
  const { pictures, problem, drawing } = state;
  return (
    <>
      <ComposerPictures
        pictures={pictures}
        screenshot={false}
        onRemove={({ id }) => state.remove(id)}
        onDraw={({ id }) => state.draw(id)}
        onDrawOnScreenshot={async () => undefined}
      />
      {problem !== null && (
        <p class="nga-problem nga-small" role="alert">
          {problem}
        </p>
      )}
      {drawing?.picture && (
        <OverAll key={drawing.id} onCancel={() => state.endDrawing(null)}>
          <DrawingPanel
            name={drawing.name}
            picture={drawing.picture}
            onDone={(drawn) => state.endDrawing(drawn)}
            onCancel={(failure) => state.endDrawing(null, failure)}
          />
        </OverAll>
      )}
    </>
  );
}

/** A card is too small for a picture, and keeps even what is fixed inside its own box. */
function OverAll({ onCancel, children }: { onCancel: () => void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="mdv-over-all nga-root"
      // The keys of the view are about what lies below.
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onCancel();
      }}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      {children}
    </dialog>
  );
}

export function AttachButton({ state }: { state: CardPicturesState }) {
  return <PictureButton onFiles={state.attach} />;
}

/** In a card: how many while it is folded, then the pictures themselves. */
export function CommentPictures({ comment, folded = false }: { comment: MarkdownComment; folded?: boolean }) {
  const { pictures = [] } = comment;
  if (pictures.length === 0) return null;
  if (folded) return <p class="nga-small nga-muted">{plural(pictures.length, 'picture')}</p>;
  return <Attached screenshot={null} pictures={pictures} consoleErrors={[]} steps={[]} />;
}
