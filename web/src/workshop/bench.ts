// The referee's word on a battle being made: schema, source, check (docs/protocol.md), by the engine in this page.
import { ask, type WorkerFailure } from "../engine/client";
import type { Scene } from "../types";
import type { Doc, TableFile } from "./doc";
import type { Mapping, Schema } from "./schema";

export interface Problem { file: string; path: string; line: number; column: number; code: string; text: string }
export interface Checked {
  right: boolean; problems: Problem[]; count: number; yaml: string; value: Mapping | null; map?: string; map_value?: Mapping | null;
  meaning: string; scenario?: string; hash?: string; scene?: Scene;
}
export interface Source { name: string; yaml: string; map_name?: string; map?: string }

const put = <T>(system: string, question: { do: string; [key: string]: unknown }): Promise<T> =>
  ask<T>({ kind: "draft", system, question }).catch((e: WorkerFailure) => { throw new Error(e.text || "The engine in this page does not answer."); });

const own = (tables: TableFile[] | undefined): object => (tables?.length ? { tables } : {});

export const bench = {
  /** The tables of a system, as they are shipped. */
  tables: (system: string): Promise<TableFile[]> => ask<TableFile[]>({ kind: "tables", system }).catch((e: WorkerFailure) => { throw new Error(e.text || "The engine in this page does not answer."); }),
  schema: (system: string): Promise<Schema> => put<{ schema: Schema }>(system, { do: "schema", system }).then((a) => a.schema),
  source: (id: string): Promise<Source> => put<{ source: Source }>(id.split("/")[0]!, { do: "source", scenario: id }).then((a) => a.source),
  check: (system: string, doc: Doc): Promise<Checked> =>
    put<Checked>(system, { do: "check", name: doc.name, value: doc.scenario, ...(doc.map ? { map_value: doc.map } : {}), ...own(doc.tables) }),
  read: (system: string, name: string, yaml: string, map?: string | null, tables?: TableFile[]): Promise<Checked> =>
    put<Checked>(system, { do: "check", name, yaml, ...(map ? { map } : {}), ...own(tables) }),
};
