import type { Report } from '@keyward/contract/gateway';
import type { OfflineUse, WrongEntry } from '@keyward/contract/redeem';
import type { Unit } from '#seed/fleet.ts';
import type { Habit } from './habits.ts';
import { type Holdings, nothing, type Position } from './holdings.ts';
import type { Line } from './line.ts';

/** The wrong entries at a lock when the last one was made, and until when it takes none; times in ms. */
export type WrongEntries = { count: number; at: number; until: number };
type CommandOutcome = { state: 'done'; time: string } | { state: 'refused'; reason: string; time: string };

/** A simulated OKM: what it keeps over restarts, its unsent reports, and its token. */
export type Okm = {
  unit: Unit;
  host: string;
  token: string;
  line: Line;
  habit: Habit;
  /** Never reachable. */
  dark: boolean;
  outbox: Report[];
  /** The time of its last report in ms; 0: none yet. */
  lastSent: number;
  /** What works now. */
  holds: Holdings;
  /** What it held before, which a restart may bring back. */
  former: Holdings;
  /** The last state that was fetched, also if it was refused: what a poll compares. */
  fetched: Position;
  /** When it asks for a later end of what it holds, in ms. */
  renewsAt: number;
  /** When it confirms what it holds, in ms; null: it has. */
  confirmsAt: number | null;
  /** Carried out or refused, by the command's id. */
  commands: Map<string, CommandOutcome>;
  /** Granted off line and not yet reported. */
  uses: OfflineUse[];
  /** The last step of each OnePASS key that was used here. */
  steps: Map<string, number>;
  /** Wrong entries, by serial number. */
  wrong: Map<string, WrongEntries>;
  /** Wrong entries that it found itself and has not reported. */
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
