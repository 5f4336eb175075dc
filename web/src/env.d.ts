/// <reference types="vite/client" />

/** The version in package.json, inserted by the build. */
declare const __VERSION__: string;

/** The browser features that a document may use; only Chromium reports them. */
interface Document {
  readonly featurePolicy?: { allowsFeature: (name: string) => boolean };
}

/** The reader of barcodes that some browsers have. */
interface Window {
  readonly BarcodeDetector?: {
    new (options: { formats: string[] }): { detect: (image: CanvasImageSource) => Promise<{ rawValue: string }[]> };
    getSupportedFormats: () => Promise<string[]>;
  };
}

/** Responses that index.html has requested, by address, and the stored session that they belong to. */
interface Window {
  askedFirst?: { readonly session: string | null; readonly answers: Map<string, Promise<Response>> } | undefined;
}
