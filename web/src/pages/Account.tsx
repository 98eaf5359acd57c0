// An account: entering, notices, password, the places where one is signed in, leaving for good.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api, type Me, type SessionInfo } from "../api";
import { keep } from "../keep";
import { t } from "../tongue";

type Say = (text: string) => void;
const value = (e: Event): string => (e.target as HTMLInputElement).value;
const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

function Notices({ token, say }: { token: string; say: Say }): JSX.Element {
  const [me, setMe] = useState<Me | null>(null), [mail, setMail] = useState(""), [hook, setHook] = useState("");
  const take = (m: Me): void => { setMe(m); setMail(m.mail ?? m.wanted ?? ""); setHook(m.webhook ?? ""); };
  useEffect(() => { void api.me(token).then(take, () => undefined); }, [token]);
  const put = (): void => {
    void api.notice(token, mail, hook).then((m) => {
      take(m);
      say(m.wanted ? t("A mail went to {0}: confirm it there, and notices begin.", m.wanted) : "Kept.");
    }, (x: Error) => say(x.message));
  };
  return (
    <form onSubmit={(e) => { e.preventDefault(); put(); }}>
      {me?.mails && <label>{t("Notice by mail")}{" "}<input type="email" value={mail} onInput={(e) => setMail(value(e))} /></label>}
      {me?.wanted && <span class="quiet">{t("not confirmed yet")}</span>}
      <label>{t("by webhook")}{" "}<input type="url" value={hook} onInput={(e) => setHook(value(e))} /></label>
      <button type="submit">{t("Keep")}</button>
    </form>
  );
}

function Password({ token, say }: { token: string; say: Say }): JSX.Element {
  const [old, setOld] = useState(""), [word, setWord] = useState("");
  const put = (): void => {
    void api.newPassword(token, old, word).then(() => {
      setOld("");
      setWord("");
      say(t("The password is changed; everywhere else you are signed out."));
    }, (x: Error) => say(x.message));
  };
  return (
    <form class="password" onSubmit={(e) => { e.preventDefault(); put(); }}>
      <label>{t("Old password")}{" "}<input type="password" autoComplete="current-password" value={old} onInput={(e) => setOld(value(e))} /></label>
      <label>{t("New password")}{" "}<input type="password" autoComplete="new-password" value={word} onInput={(e) => setWord(value(e))} /></label>
      <button type="submit">{t("Change the password")}</button>
    </form>
  );
}

function Places({ token, say }: { token: string; say: Say }): JSX.Element | null {
  const [list, setList] = useState<SessionInfo[]>([]);
  const read = (): void => { void api.sessions(token).then((s) => setList(s.sessions), () => undefined); };
  useEffect(read, [token]);
  const end = (id?: string): void => { void api.endSessions(token, id).then(read, (x: Error) => say(x.message)); };
  if (list.length < 2) return null;
  return (
    <>
      <p>{t("You are signed in at {0} places:", list.length)}</p>
      <ul class="sessions">
        {list.map((s) => (
          <li key={s.id}>
            {t("since")}{" "}{day(s.made)}{s.this ? t(", here") : ""}{" "}
            {!s.this && <button type="button" class="link" onClick={() => end(s.id)}>{t("sign out there")}</button>}
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => end()}>{t("Sign out everywhere else")}</button>
    </>
  );
}

function Leave({ token, say, gone }: { token: string; say: Say; gone: () => void }): JSX.Element {
  const [word, setWord] = useState("");
  return (
    <form class="leave" onSubmit={(e) => { e.preventDefault(); void api.deleteMe(token, word).then(gone, (x: Error) => say(x.message)); }}>
      <label>{t("Password")}{" "}<input type="password" autoComplete="current-password" value={word} onInput={(e) => setWord(value(e))} /></label>
      <button type="submit">{t("Delete the account")}</button> <span class="quiet">{t("Battles stay; links to them go on working.")}</span>
    </form>
  );
}

function Enter({ entered }: { entered: (s: { name: string; token: string }) => void }): JSX.Element {
  const [name, setName] = useState(""), [word, setWord] = useState(""), [said, setSaid] = useState("");
  const go = async (fresh: boolean): Promise<void> => {
    try {
      if (fresh) await api.account(name, word);
      entered({ name, token: (await api.session(name, word)).token });
    } catch (e) {
      setSaid((e as Error).message);
    }
  };
  const forgot = (): void => {
    void api.resetPassword(name).then(
      () => setSaid(t("If this account has a confirmed address, a mail is on its way to it.")), (x: Error) => setSaid(x.message));
  };
  return (
    <details class="account">
      <summary>{t("An account (not needed to play): your battles on every device, notice when it is your move")}</summary>
      <form onSubmit={(e) => { e.preventDefault(); void go(false); }}>
        <label>{t("Name")}{" "}<input autoComplete="username" maxLength={40} value={name} onInput={(e) => setName(value(e))} /></label>
        <label>{t("Password")}{" "}<input type="password" autoComplete="current-password" value={word} onInput={(e) => setWord(value(e))} /></label>
        <button type="submit">{t("Enter")}</button>
        <button type="button" onClick={() => void go(true)}>{t("New account")}</button>
        {name && <button type="button" class="link" onClick={forgot}>{t("forgot the password?")}</button>}
      </form>
      {said && <p role="alert">{said}</p>}
    </details>
  );
}

export function Account(): JSX.Element {
  const [session, setSession] = useState(keep.session()), [said, setSaid] = useState("");
  const set = (s: { name: string; token: string } | null): void => { keep.setSession(s); setSession(s); setSaid(""); };
  if (!session) return <Enter entered={set} />;
  const part = { token: session.token, say: setSaid };
  return (
    <details class="account">
      <summary>{t("{0}'s account", session.name)}</summary>
      <Notices {...part} />
      <Password {...part} />
      <Places {...part} />
      <Leave {...part} gone={() => set(null)} />
      <button type="button" class="sign-out" onClick={() => { void api.endSession(session.token).catch(() => undefined); set(null); }}>{t("Sign out")}</button>
      {said && <p role="status">{said}</p>}
    </details>
  );
}
