/// <reference types="vite/client" />

/** package.json's version, written in by the build. */
declare const __VERSION__: string;
