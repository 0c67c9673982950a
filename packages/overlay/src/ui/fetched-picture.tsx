import { createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';

import type { FetchPicture } from '../connection/page-environment.ts';

const FetchingContext = createContext<FetchPicture | null>(null);

/** Below it, pictures are fetched and drawn: on a page of another site, its policy may forbid them by their address. */
export const PictureFetching = FetchingContext.Provider;

/** `null` where pictures are shown by their address. */
export function usePictureFetching(): FetchPicture | null {
  return useContext(FetchingContext);
}

interface FetchedPictureProps {
  readonly address: string;
  readonly name: string;
  readonly fetchPicture: FetchPicture;
  readonly onFailure: () => void;
}

/** A fetched picture in a thread. A click shows it in its own size. */
export function FetchedPicture({ address, name, fetchPicture, onFailure }: FetchedPictureProps) {
  const [bitmap, setBitmap] = useState<ImageBitmap | null>(null);
  const large = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    let stopped = false;
    fetchPicture(address)
      .then((blob) => createImageBitmap(blob))
      .then((loaded) => !stopped && setBitmap(loaded), onFailure);
    return () => {
      stopped = true;
    };
  }, [address]);
  if (bitmap === null) return <div class="nga-picture" aria-busy="true" />;
  return (
    <>
      <button
        type="button"
        class="nga-picture nga-picture--button"
        title={`Enlarge: ${name}`}
        aria-label={`Enlarge: ${name}`}
        onClick={() => large.current?.showModal()}
      >
        <DrawnPicture bitmap={bitmap} name={name} />
      </button>
      <dialog
        ref={large}
        class="nga-picture-large"
        aria-label={name}
        onClick={({ currentTarget }) => currentTarget.close()}
      >
        <DrawnPicture bitmap={bitmap} name={name} />
      </dialog>
    </>
  );
}

/** On a canvas, which no policy of the page applies to. */
function DrawnPicture({ bitmap, name }: { bitmap: ImageBitmap; name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => canvas.current?.getContext('2d')?.drawImage(bitmap, 0, 0), [bitmap]);
  return <canvas ref={canvas} width={bitmap.width} height={bitmap.height} role="img" aria-label={name} />;
}
