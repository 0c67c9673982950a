/** Puts a dot on the page's icon, with a link of its own after those of the app, which stay as they are. */
export interface FaviconSign {
  readonly show: (isShown: boolean) => void;
  readonly close: () => void;
}

const size = 32;
const dotColor = '#f43f5e';

export function createFaviconSign(page: Document): FaviconSign {
  let link: HTMLLinkElement | null = null;
  const remove = () => {
    link?.remove();
    link = null;
  };
  const add = async () => {
    const own = page.createElement('link');
    link = own;
    const icon = await loadIcon(page);
    const address = draw(page, icon);
    // The person may be back meanwhile.
    if (link !== own || address === null) return;
    own.rel = 'icon';
    own.dataset.annotate = 'sign';
    own.href = address;
    page.head.append(own);
  };
  return {
    show(isShown) {
      if (!isShown) remove();
      else if (link === null) void add();
    },
    close: remove,
  };
}

/** `null` where the page has no icon, or one that may not be read. */
async function loadIcon(page: Document): Promise<HTMLImageElement | null> {
  const address = [...page.querySelectorAll<HTMLLinkElement>('link[rel~=icon]')].at(-1)?.href;
  const image = new Image(size, size);
  image.crossOrigin = 'anonymous';
  image.src = address ?? new URL('/favicon.ico', page.baseURI).href;
  try {
    await image.decode();
    return image;
  } catch {
    // The dot alone is a sign too.
    return null;
  }
}

/** `null` where a page may not read what it has drawn. */
function draw(page: Document, icon: HTMLImageElement | null): string | null {
  const canvas = page.createElement('canvas');
  canvas.width = canvas.height = size;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  if (icon !== null) context.drawImage(icon, 0, 0, size, size);
  context.fillStyle = dotColor;
  context.beginPath();
  context.arc(size - 9, 9, 8, 0, 2 * Math.PI);
  context.fill();
  try {
    return canvas.toDataURL();
  } catch {
    // Browsers that protect against fingerprinting refuse it.
    return null;
  }
}
