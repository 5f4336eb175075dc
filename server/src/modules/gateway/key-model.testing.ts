// In-memory model of OnePASS keys, their invitations and their uses: a second implementation, without concurrency.
import { codeSeconds } from '#core/onepass/code.ts';

export type ModelInvite = {
  id: string;
  status: 'NEW' | 'USED' | 'CANCELLED';
  keys: ModelKey[];
  /** Number of its steps 'used'; likewise `returned`. */
  used: number;
  returned: number;
};
export type ModelKey = {
  id: string;
  secret: string;
  serial: string;
  /** Epoch ms, like all times here. */
  expiresAt: number;
  max: number;
  uses: number;
  over: number;
  lastStep: number | null;
  invite: ModelInvite | undefined;
};
export type Use = {
  number: string;
  key: ModelKey | undefined;
  step: number | undefined;
  offline: boolean;
  granted: boolean;
  at: number;
  returned: boolean;
};
/** `redeem` calls with their answers. */
export type Asked = { body: { number: string; serial: string; code: string }; answer: object };
export type OfflineBody = {
  number: string;
  serial: string;
  keyId: string;
  step: number;
  time: string;
  offset: null;
};

const minute = 60_000;
export const stepOf = (at: number) => Math.floor(at / 1000 / codeSeconds);

export class KeyModel {
  keys: ModelKey[] = [];
  invites: ModelInvite[] = [];
  uses: Use[] = [];
  asked: Asked[] = [];
  reported: OfflineBody[] = [];

  status(key: ModelKey, now: number): 'active' | 'deactivated' | 'usedUp' | 'expired' {
    if (key.invite?.status === 'CANCELLED') return 'deactivated';
    if (key.uses >= key.max) return 'usedUp';
    return key.expiresAt <= now ? 'expired' : 'active';
  }

  /** The error code of an invitation for these keys; undefined if it is created. */
  refusesInvite(keys: readonly ModelKey[], now: number): string | undefined {
    for (const key of keys) {
      if (key.invite) return 'keyInvited';
      if (this.status(key, now) !== 'active') return 'keyNotUsable';
    }
    return undefined;
  }

  invite(id: string, keys: ModelKey[]): ModelInvite {
    const invite: ModelInvite = { id, status: 'NEW', keys, used: 0, returned: 0 };
    for (const key of keys) key.invite = invite;
    this.invites.push(invite);
    return invite;
  }

  isUsable = (invite: ModelInvite, now: number) => invite.keys.some((key) => this.status(key, now) === 'active');

  /** Cancels the invitation; returns whether that is refused. */
  cancel(invite: ModelInvite, now: number): boolean {
    if (invite.status === 'CANCELLED') return false;
    if (!this.isUsable(invite, now)) return true;
    invite.status = 'CANCELLED';
    return false;
  }

  /** The answer to a code of the key that was shown in `step` and is entered now. */
  redeem(number: string, key: ModelKey, step: number, now: number): object {
    const use: Use = {
      number,
      key: undefined,
      step: undefined,
      offline: false,
      granted: false,
      at: now,
      returned: false,
    };
    this.uses.push(use);
    const current = stepOf(now);
    const isKnown = key.expiresAt > now - 24 * 60 * minute && (step === current || step === current - 1);
    if (!isKnown) return { granted: false, reason: 'wrongCode' };
    Object.assign(use, { key, step });
    const state = this.status(key, now);
    const expired = key.expiresAt <= now;
    const reason =
      state === 'deactivated'
        ? 'cancelled'
        : expired
          ? 'expired'
          : state === 'usedUp'
            ? 'usedUp'
            : key.lastStep !== null && key.lastStep >= step
              ? 'codeUsed'
              : undefined;
    if (reason) return { granted: false, keyId: key.id, reason };
    use.granted = true;
    key.uses += 1;
    key.lastStep = step;
    this.#markUsed(key);
    return { granted: true, keyId: key.id, usesLeft: key.max - key.uses };
  }

  #markUsed({ invite }: ModelKey): void {
    if (!invite) return;
    invite.used += 1;
    if (invite.status === 'NEW') invite.status = 'USED';
  }

  giveBack(number: string, now: number): object {
    const use = this.uses.find((one) => one.number === number);
    if (!use) throw new Error('no such use');
    if (use.returned) return { returned: true };
    if (!use.granted || use.offline) return { returned: false, reason: 'notGranted' };
    if (now - use.at >= 5 * minute) return { returned: false, reason: 'tooLate' };
    use.returned = true;
    if (use.key && use.key.over > 0) use.key.over -= 1;
    else if (use.key && use.key.uses > 0) use.key.uses -= 1;
    if (use.key?.invite) use.key.invite.returned += 1;
    return { returned: true };
  }

  reportUse(body: OfflineBody, now: number): object {
    const { number, step } = body;
    const key = this.keys.find((one) => one.id === body.keyId);
    if (!key) throw new Error('no such key');
    const before = this.uses.find((one) => one.number === number);
    if (before) {
      const same = before.granted && before.key === key && before.step === step;
      return same ? { number, outcome: 'repeated' } : { number, outcome: 'refused', reason: 'numberReused' };
    }
    this.uses.push({ number, key, step, offline: true, granted: true, at: now, returned: false });
    if (key.uses < key.max) key.uses += 1;
    else key.over += 1;
    key.lastStep = Math.max(key.lastStep ?? 0, Math.min(step, stepOf(now) + 1));
    this.#markUsed(key);
    return { number, outcome: 'stored' };
  }

  /** Lets minutes pass by moving all times into the past. */
  pass(minutes: number): void {
    for (const key of this.keys) {
      key.expiresAt -= minutes * minute;
      if (key.lastStep !== null) key.lastStep -= (minutes * 60) / codeSeconds;
    }
    for (const use of this.uses) use.at -= minutes * minute;
  }

  /** Times at which the state changes by itself. */
  get edges(): number[] {
    return [
      ...this.keys.flatMap((key) => [key.expiresAt, key.expiresAt + 24 * 60 * minute]),
      ...this.uses.map((use) => use.at + 5 * minute),
    ];
  }
}
