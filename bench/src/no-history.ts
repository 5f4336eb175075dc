// Loaded before serve.ts by a server without history: leaves out the store of readings and silences.
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    if (!found.url.endsWith('/core/device-history/store.ts')) return found;
    return { ...found, url: new URL('no-history-store.ts', import.meta.url).href };
  },
});
