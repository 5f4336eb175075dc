import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { fewFiles } from './bundle/fewFiles.ts';
import { firstParts } from './bundle/firstParts.ts';

const product: { version: string } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** Writes .br and .gz beside every text file, so that the server never compresses during a request. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle(options, bundle) {
      const folder = options.dir ?? 'dist';
      const texts = [...Object.keys(bundle), 'favicon.svg'].filter((name) => /\.(js|css|html|svg)$/.test(name));
      await Promise.all(
        texts.map(async (name) => {
          const file = join(folder, name);
          const data = await readFile(file);
          if (data.length < 1024) return;
          const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
          await writeFile(`${file}.br`, await promisify(brotliCompress)(data, quality));
          await writeFile(`${file}.gz`, await promisify(gzip)(data, { level: 9 }));
        }),
      );
    },
  };
}

/** Records the modules of each output file and the files it loads with it, for scripts/budgets.ts. */
function record(): Plugin {
  return {
    name: 'record',
    apply: 'build',
    async writeBundle(_, bundle) {
      const root = join(import.meta.dirname, '..');
      const chunks = Object.values(bundle).flatMap((file) => {
        if (file.type !== 'chunk') return [];
        const { fileName, imports, moduleIds, viteMetadata } = file;
        const modules = moduleIds.map((id) => relative(root, id)).filter((id) => /^(web|contract)\/src\//.test(id));
        return [{ file: fileName, imports, css: [...(viteMetadata?.importedCss ?? [])], modules }];
      });
      await mkdir(join(root, '.cache'), { recursive: true });
      await writeFile(join(root, '.cache/portal-chunks.json'), JSON.stringify(chunks));
    },
  };
}

const loader = '\0vite/preload-helper.js';

/** Puts lib/loadPart.ts in the place of the bundler's own loader, whose failed modules no browser requests again. */
function partsThatCanBeRetried(): Plugin {
  let replaced = false;
  return {
    name: 'parts-that-can-be-retried',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (id !== loader) return null;
      replaced = true;
      return "export { loadPart as __vitePreload } from '/src/lib/loadPart.ts';";
    },
    buildEnd(error) {
      if (!error && !replaced) this.error(`The bundler has no ${JSON.stringify(loader)} to replace`);
    },
  };
}

export default defineConfig({
  plugins: [react({ compiler: true }), partsThatCanBeRetried(), fewFiles(), firstParts(), precompress(), record()],
  define: { __VERSION__: JSON.stringify(product.version) },
  build: {
    target: 'baseline-widely-available',
    sourcemap: false,
    modulePreload: {
      polyfill: false,
      // names the file of a part that consists of one file as well
      resolveDependencies: (file, needed, { hostType }) => (needed.length > 0 || hostType === 'html' ? needed : [file]),
    },
  },
  server: {
    port: 5173,
    // keeps the Host header, which names the tenant
    proxy: { '/api': { target: `http://localhost:${process.env.PORT ?? 3000}`, changeOrigin: false } },
  },
});
