import type { Report } from '@keyward/contract/gateway';
import type { OfflineUse, WrongEntry } from '@keyward/contract/redeem';
import type { Unit } from '#seed/fleet.ts';
import type { Habit } from './habits.ts';
import { type Holdings, nothing, type Position } from './holdings.ts';
import type { Line } from './line.ts';

/** The number of wrong entries at a lock, the time of the last, and the time until which it takes none; in ms. */
export type WrongEntries = { count: number; at: number; until: number };
type CommandOutcome = { state: 'done'; time: string } | { state: 'refused'; reason: string; time: string };

/** A simulated OKM: the state that it keeps over restarts, its unsent reports, and its token. */
export type Okm = {
  unit: Unit;
  host: string;
  token: string;
  line: Line;
  habit: Habit;
  /** Whether it is never reachable. */
  dark: boolean;
  outbox: Report[];
  /** The time of its last report in ms; 0: none yet. */
  lastSent: number;
  /** The holdings in use. */
  holds: Holdings;
  /** The holdings before, which a restart may bring back. */
  former: Holdings;
  /** The position of the last state fetched, even if refused: a poll compares it. */
  fetched: Position;
  /** The time at which it renews the end of its holdings, in ms. */
  renewsAt: number;
  /** The time at which it confirms its holdings, in ms; null: it has done so. */
  confirmsAt: number | null;
  /** Outcomes of commands that were carried out or refused, by the command's id. */
  commands: Map<string, CommandOutcome>;
  /** Uses that were granted off line and are not yet reported. */
  uses: OfflineUse[];
  /** The last step of each OnePASS key used here. */
  steps: Map<string, number>;
  /** Wrong entries, by serial number. */
  wrong: Map<string, WrongEntries>;
  /** Wrong entries that it judged itself and has not reported. */
  tries: WrongEntry[];
};

export const newOkm = (parts: Pick<Okm, 'unit' | 'host' | 'token' | 'line' | 'habit' | 'dark'>): Okm => ({
  ...parts,
  outbox: [],
  lastSent: 0,
  holds: nothing,
  former: nothing,
  fetched: nothing,
  renewsAt: 0,
  confirmsAt: null,
  commands: new Map(),
  uses: [],
  steps: new Map(),
  wrong: new Map(),
  tries: [],
});
