import { defineConfig } from "vite";

// Addresses are relative, so that the page works below any base path.
export default defineConfig({
  base: "./",
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  build: { target: "es2021", assetsInlineLimit: 0, sourcemap: false, modulePreload: { polyfill: false } },
  server: { proxy: { "/api": process.env["TRICORNE_SERVER"] ?? "http://127.0.0.1:8017" } },
});
