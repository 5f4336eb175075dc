/** Files that have arrived or are on their way, by address. A failed one is removed, so that the next attempt loads it. */
const files = new Map<string, Promise<void>>();

/** Until a page is on screen, a reload, which index.html offers, loses nothing, and every millisecond counts. */
let onScreen = false;
const isOnScreen = () => (onScreen ||= document.querySelector('h1') !== null);

function link(address: string, rel: 'modulepreload' | 'stylesheet'): HTMLLinkElement {
  const element = document.createElement('link');
  element.rel = rel;
  element.crossOrigin = '';
  element.href = address;
  document.head.append(element);
  return element;
}

function addStyles(address: string): Promise<void> {
  const element = link(address, 'stylesheet');
  return new Promise((resolve, reject) => {
    element.addEventListener('load', () => resolve());
    element.addEventListener('error', () => {
      element.remove();
      reject(new Error(`Unable to load ${address}`));
    });
  });
}

async function loadFile(address: string): Promise<void> {
  // the first page brings its own files
  if (document.querySelector(`script[src="${address}"], link[href="${address}"]:not([rel=preload])`) !== null) return;
  if (address.endsWith('.css')) return addStyles(address);
  if (!isOnScreen()) return void link(address, 'modulepreload');
  const response = await fetch(address);
  if (!response.ok) throw new Error(`Unable to load ${address}: status ${response.status}`);
  await response.arrayBuffer();
}

/**
 * Takes the place of the bundler's loader of `import()` (vite.config.ts): `load` runs once all its files have arrived. Once a
 * browser has failed to load a module, it never requests it again in the same page, so it must not be asked for one that is not
 * in its cache yet. Rejects when a file cannot be loaded; the caller tries again.
 *
 * @param names the files of the part and of what it imports, below the site's root
 */
export async function loadPart<T>(load: () => Promise<T>, names: readonly string[] = []): Promise<T> {
  await Promise.all(
    names.map((name) => {
      const address = `/${name}`;
      const known = files.get(address);
      if (known) return known;
      const loading = loadFile(address);
      files.set(address, loading);
      return loading.catch((error: unknown) => {
        files.delete(address);
        throw error;
      });
    }),
  );
  return load();
}
