import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

import type { FetchPicture } from '../../connection/page-environment.ts';
import { Button } from '../button.tsx';
import { usePictureFetching } from '../fetched-picture.tsx';

import { type ChangedRegion, findChangedRegions, type Pixels } from './changed-regions.ts';

interface Loaded {
  readonly before: ImageBitmap;
  readonly after: ImageBitmap;
  readonly width: number;
  readonly height: number;
}

const mostHeight = 240;
/** In a panel this wide, a picture that is lower can hardly be read. */
const leastHeight = 44;
const panelWidth = 300;

/** Both pictures on top of each other, as wide as the panel, with a slider between them, or with what differs outlined. */
export function ComparedPictures({ before, after }: { before: string | null; after: string | null }) {
  const loaded = usePictures(before, after);
  const [marks, setMarks] = useState(false);
  const [isLarge, setLarge] = useState(false);
  const { at, setAt, scroller, reveal } = useSlider(loaded, marks, isLarge);
  if (before === null || after === null)
    return <p class="nga-muted nga-small">No picture from {before === null ? 'before' : 'after'}.</p>;
  if (loaded === 'failed') return <p class="nga-muted nga-small">The pictures cannot be shown here.</p>;
  if (loaded === null) return <div class="nga-proof-pictures" aria-busy="true" />;
  const { width } = loaded;
  return (
    <figure class="nga-proof-figure">
      <div class="nga-proof-scroller" ref={scroller}>
        <div
          class="nga-proof-pictures"
          data-marks={marks}
          style={`${sizeOf(loaded, isLarge)};--nga-at:${marks ? 0 : at}%`}
        >
          <Picture bitmap={loaded.before} of={loaded} name="before" />
          <Picture bitmap={loaded.after} of={loaded} name="after" />
          {marks && <Marks pictures={loaded} onFound={({ x }) => reveal(x / width)} />}
          {!marks && (
            <input
              type="range"
              class="nga-proof-slider"
              min={0}
              max={100}
              value={at}
              aria-label="Compare before and after"
              aria-valuetext={`${at} % before, ${100 - at} % after`}
              onInput={({ currentTarget }) => setAt(currentTarget.valueAsNumber)}
            />
          )}
        </div>
      </div>
      <figcaption>
        <span>{marks ? 'After, differences outlined' : 'Before'}</span>
        <Button variant="quiet" pressed={marks} data-nga="proof-marks" onClick={() => setMarks(!marks)}>
          Difference
        </Button>
        {isTooLow(loaded) && (
          <Button variant="quiet" pressed={isLarge} data-nga="proof-large" onClick={() => setLarge(!isLarge)}>
            Large
          </Button>
        )}
        <span>{marks ? '' : 'After'}</span>
      </figcaption>
    </figure>
  );
}

/** Where the slider is, in percent. It is always in view, also in a picture that must be scrolled. */
function useSlider(loaded: Loaded | 'failed' | null, marks: boolean, isLarge: boolean) {
  const [at, setAt] = useState(50);
  const scroller = useRef<HTMLDivElement>(null);
  const reveal = (share: number) => scroller.current !== null && scrollTo(scroller.current, share);
  useLayoutEffect(() => {
    if (scroller.current === null || loaded === null || loaded === 'failed') return;
    // Of a picture that is not seen as a whole, what differs is seen first.
    const isCut = scroller.current.scrollWidth > scroller.current.clientWidth;
    const [first] = isCut ? regionsOf(loaded) : [];
    if (first !== undefined) setAt(Math.round((100 * (first.x + first.width / 2)) / loaded.width));
  }, [loaded, isLarge]);
  useLayoutEffect(() => {
    if (!marks) reveal(at / 100);
  }, [loaded, marks, at, isLarge]);
  return { at, setAt, scroller, reveal };
}

/** As wide as the panel, it would be too low to be read. */
function isTooLow({ width, height }: Loaded): boolean {
  return width > panelWidth && (panelWidth * height) / width < leastHeight;
}

/** As wide as the panel at most; `isLarge` as high as it can be read, and scrolled sideways. */
function sizeOf({ width, height }: Loaded, isLarge: boolean): string {
  const widthAt = (most: number) => Math.round((most * width) / height);
  const least = isLarge ? Math.min(width, widthAt(leastHeight)) : 0;
  return `aspect-ratio:${width}/${height};min-width:${least}px;max-width:${widthAt(mostHeight)}px`;
}

/** Brings a place into view; `share` is how far it is from the left edge. */
function scrollTo(scroller: HTMLElement, share: number): void {
  const { scrollLeft, clientWidth, scrollWidth } = scroller;
  const x = share * scrollWidth;
  if (x < scrollLeft || x > scrollLeft + clientWidth) scroller.scrollLeft = x - clientWidth / 2;
}

function Picture({ bitmap, of, name }: { bitmap: ImageBitmap; of: Loaded; name: 'before' | 'after' }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  // Before the first frame, which would show an empty picture.
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    context?.clearRect(0, 0, of.width, of.height);
    context?.drawImage(bitmap, 0, 0);
  }, [bitmap]);
  return (
    <canvas
      ref={canvas}
      width={of.width}
      height={of.height}
      class={`nga-proof-picture nga-proof-picture--${name}`}
      role="img"
      aria-label={name === 'before' ? 'Before' : 'After'}
    />
  );
}

interface MarksProps {
  readonly pictures: Loaded;
  /** Called with the first region that differs. */
  readonly onFound: (region: ChangedRegion) => void;
}

function Marks({ pictures, onFound }: MarksProps) {
  const { width, height } = pictures;
  const [regions, setRegions] = useState<readonly ChangedRegion[]>([]);
  useEffect(() => {
    const found = regionsOf(pictures);
    setRegions(found);
    if (found[0] !== undefined) onFound(found[0]);
  }, [pictures]);
  const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;
  return (
    <>
      {regions.map((region, index) => (
        <i
          key={index}
          class="nga-proof-mark"
          style={{
            left: percent(region.x, width),
            top: percent(region.y, height),
            width: percent(region.width, width),
            height: percent(region.height, height),
          }}
        />
      ))}
    </>
  );
}

function regionsOf(pictures: Loaded): readonly ChangedRegion[] {
  return findChangedRegions(pixelsOf(pictures.before, pictures), pixelsOf(pictures.after, pictures));
}

function pixelsOf(bitmap: ImageBitmap, { width, height }: Loaded): Pixels {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  context?.drawImage(bitmap, 0, 0);
  return context?.getImageData(0, 0, width, height) ?? { width, height, data: new Uint8ClampedArray() };
}

/** Fetched, because a canvas may not be read that a picture of another origin was drawn on. */
function usePictures(before: string | null, after: string | null): Loaded | 'failed' | null {
  const [loaded, setLoaded] = useState<Loaded | 'failed' | null>(null);
  const fetchPicture = usePictureFetching() ?? fetchByAddress;
  useEffect(() => {
    if (before === null || after === null) return;
    let stopped = false;
    Promise.all([before, after].map((address) => bitmapAt(address, fetchPicture))).then(
      ([old, now]) => {
        if (stopped || old === undefined || now === undefined) return;
        const [width, height] = [Math.max(old.width, now.width), Math.max(old.height, now.height)];
        setLoaded({ before: old, after: now, width, height });
      },
      () => setLoaded('failed'),
    );
    return () => {
      stopped = true;
    };
  }, [before, after]);
  return loaded;
}

async function bitmapAt(address: string, fetchPicture: FetchPicture): Promise<ImageBitmap> {
  return createImageBitmap(await fetchPicture(address));
}

async function fetchByAddress(address: string): Promise<Blob> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The picture was answered with ${response.status}.`);
  return response.blob();
}
