import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

// Addresses are relative, so that the page works below any base path. Mode "site": the page without a server.
export default defineConfig(({ mode }) => ({
  base: "./",
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  resolve: { alias: { tricorne: fileURLToPath(new URL("../js/tricorne.mjs", import.meta.url)) } },
  worker: { format: "es" },
  build: {
    target: "es2021", assetsInlineLimit: 0, sourcemap: false, modulePreload: { polyfill: false },
    outDir: mode === "site" ? "dist-site" : "dist", emptyOutDir: true,
  },
  server: { proxy: { "/api": process.env["TRICORNE_SERVER"] ?? "http://127.0.0.1:8017" } },
}));
