// Who sits where, and the links to give away: invitations to seats, and one to watch.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Game } from "../game";
import { keep } from "../keep";
import { asName, capital, people } from "../play/offers";
import type { Seat } from "../types";
import { t } from "../tongue";

const at = (place: string): string => `${location.origin}${location.pathname}#/${place}`;

/** A link anybody may watch through; never the token of a seat. */
export async function watchToken(game: Game): Promise<string> {
  if (game.view!.seat < 0) return game.api.token;
  const kept = keep.game(game.id)?.watch;
  if (kept) return kept;
  const { watch } = await game.api.watch();
  keep.touch(game.id, (g) => { g.watch = watch; });
  return watch;
}

function LinkRow({ label, link }: { label: string; link: string }): JSX.Element {
  const [done, setDone] = useState(false);
  return (
    <p class="link-row">
      <label>{label}<input readOnly value={link} onFocus={(e) => (e.target as HTMLInputElement).select()} /></label>
      <button type="button" onClick={() => { void navigator.clipboard?.writeText(link).then(() => setDone(true)).catch(() => undefined); }}>{done ? t("Copied") : t("Copy")}</button>
    </p>
  );
}

const presence = (s: Seat): string => (s.kind !== "person" ? s.kind : s.here ? t("● here") : s.taken ? t("○ taken, away") : t("○ not taken yet"));

/** What a seat leads; the first of a side leads what nobody else does. */
const leads = (s: Seat): string => (s.commands ?? []).map((c) => c.name).join("; ");

export function Links({ game }: { game: Game }): JSX.Element {
  const v = game.view!, [said, setSaid] = useState(""), [, again] = useState(0), kept = keep.game(game.id);
  const free = v.maker ? v.seats.filter((s) => s.kind === "person" && !s.taken && s.seat !== v.seat) : [];
  const shared = v.seats.some((s) => s.commands?.length) && !game.over, mine = v.seats.find((s) => s.seat === v.seat);
  const away = shared ? v.seats.filter((s) => s.kind === "person" && s.taken && !s.here && s.seat !== v.seat && s.side === v.side) : [];
  const doing = (what: () => Promise<unknown>): void => {
    setSaid("");
    what().catch((e: Error) => setSaid(e.message)).finally(() => again((n) => n + 1));
  };
  const invite = async (seat: number): Promise<void> => {
    const { invite } = await game.api.invite(seat);
    keep.touch(game.id, (g) => { g.others = [...g.others.filter((o) => o.seat !== seat), { seat, side: v.seats[seat]!.side, invite, name: v.seats[seat]!.name }]; });
  };
  const withdraw = async (seat: number): Promise<void> => {
    await game.api.withdraw(seat);
    keep.touch(game.id, (g) => { g.others = g.others.filter((o) => o.seat !== seat); });
  };
  const endWatch = async (): Promise<void> => {
    await game.api.endWatch();
    keep.touch(game.id, (g) => { delete g.watch; });
  };
  return (
    <>
      <table class="seats"><tbody>
        {v.seats.map((s) => (
          <tr key={s.seat}><th scope="row">{capital(s.side)}</th><td>{s.name || (s.kind === "person" ? t("a person") : t("the computer"))}</td><td>{presence(s)}</td>{v.seats.some((x) => x.commands?.length) && <td>{leads(s)}</td>}</tr>
        ))}
      </tbody></table>
      {free.map((s) => {
        const code = kept?.others.find((o) => o.seat === s.seat)?.invite;
        return (
          <div key={s.seat}>
            {code && <LinkRow label={s.commands?.length ? t("For {0}: {1} ", s.name || people(s.side), leads(s)) : t("For the {0} ", people(s.side))} link={at(`j/${game.id}/${code}`)} />}
            <div class="row">
              <button type="button" onClick={() => doing(() => invite(s.seat))}>{code ? t("Another invitation") : t("Invite somebody for the {0}", people(s.side))}</button>
              {code && <button type="button" onClick={() => doing(() => withdraw(s.seat))}>{t("Withdraw it")}</button>}
              {shared && <button type="button" class="sit-in" onClick={() => doing(() => game.api.sitIn(s.seat))}>{t("Let a computer lead it")}</button>}
            </div>
          </div>
        );
      })}
      {away.map((s) => <p key={s.seat}>{t("{0} is away.", s.name || asName(s.side))} <button type="button" class="sit-in" onClick={() => doing(() => game.api.sitIn(s.seat))}>{t("Let a computer lead it")}</button></p>)}
      {shared && mine?.kind === "person" && <div class="row"><button type="button" class="sit-in mine" onClick={() => doing(() => game.api.sitIn(v.seat))}>{t("Let a computer lead mine until I am back")}</button></div>}
      {v.seat >= 0 && kept?.watch && <LinkRow label={t("To watch ")} link={at(`g/${game.id}/${kept.watch}`)} />}
      {v.seat >= 0 && (
        <div class="row">
          {kept?.watch ? <button type="button" onClick={() => doing(endWatch)}>{t("End the link to watch")}</button>
            : <button type="button" onClick={() => doing(() => watchToken(game))}>{t("A link to watch")}</button>}
        </div>
      )}
      {said && <p role="status">{said}</p>}
    </>
  );
}
