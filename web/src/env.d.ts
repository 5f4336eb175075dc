/// <reference types="vite/client" />

/** The version in package.json, inserted by the build. */
declare const __VERSION__: string;

/** What a document may use, which Chromium alone tells. */
interface Document {
  readonly featurePolicy?: { allowsFeature: (name: string) => boolean };
}

/** The reader of codes that some browsers have. */
interface Window {
  readonly BarcodeDetector?: {
    new (options: { formats: string[] }): { detect: (image: CanvasImageSource) => Promise<{ rawValue: string }[]> };
    getSupportedFormats: () => Promise<string[]>;
  };
}

/** Answers that index.html has asked for, by address, and the stored session that it asked for. */
interface Window {
  askedFirst?: { readonly session: string | null; readonly answers: Map<string, Promise<Response>> } | undefined;
}
