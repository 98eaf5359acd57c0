// The page without a server: what it keeps, whether it works without a network, how it is installed.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../tongue";

/** The browser's own question, kept until the reader wants it. */
interface InstallPrompt extends Event { prompt(): Promise<unknown> }
let prompt: InstallPrompt | null = null;
const ears = new Set<() => void>();
const tell = (): void => { for (const f of ears) f(); };

export type OfflineState = "none" | "fetching" | "ready" | "newer";
let state: OfflineState = "none", waits: ServiceWorker | null = null, leaving = false;

/** Keep the page for days without a network; say when a newer one is there. */
export function startOffline(): void {
  addEventListener("beforeinstallprompt", (e) => { e.preventDefault(); prompt = e as InstallPrompt; tell(); });
  addEventListener("appinstalled", () => { prompt = null; tell(); });
  if (!("serviceWorker" in navigator)) return;
  const set = (s: OfflineState): void => { state = s; tell(); };
  const newer = (w: ServiceWorker | null): void => {
    if (!w) return;
    if (w.state === "installed" && navigator.serviceWorker.controller) { waits = w; set("newer"); }
    w.addEventListener("statechange", () => {
      if (w.state === "installed" && navigator.serviceWorker.controller) { waits = w; set("newer"); }
      else if (w.state === "activated" && state !== "newer") set("ready");
    });
  };
  set("fetching");
  navigator.serviceWorker.addEventListener("controllerchange", () => { if (leaving) location.reload(); });
  navigator.serviceWorker.register(new URL("sw.js", document.baseURI)).then((r) => {
    newer(r.waiting);
    newer(r.installing);
    r.addEventListener("updatefound", () => newer(r.installing));
    if (r.active && !r.waiting && !r.installing) set("ready");
  }).catch(() => set("none"));
  void navigator.storage?.persist?.().catch(() => false);
}

export function Offline(): JSX.Element {
  const [, tick] = useState(0);
  useEffect(() => {
    const f = (): void => tick((n) => n + 1);
    ears.add(f);
    return () => { ears.delete(f); };
  }, []);
  const words: Record<OfflineState, string> = {
    none: t("This page needs no server: the referee and the computer players are in it, and battles are kept in this browser."),
    fetching: t("The page is being kept for use without a network…"),
    ready: t("Ready without a network: the page, the referee and all battles are kept in this browser."),
    newer: t("A newer version of this page is there."),
  };
  return (
    <section class="offline" aria-label={t("Without a network")}>
      <p role="status" data-offline={state}>{t("{0} Battles stay on this device; save the record of one you care for.", words[state])}</p>
      <div class="row">
        {state === "newer" && <button type="button" class="primary" onClick={() => { leaving = true; waits?.postMessage("now"); }}>{t("Use the newer version")}</button>}
        {prompt && <button type="button" onClick={() => { void prompt?.prompt(); }}>{t("Install as an app")}</button>}
      </div>
    </section>
  );
}
