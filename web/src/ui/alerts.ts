import { durations } from '@keyward/contract/limits';
import { useSyncExternalStore } from 'react';
import { onSessionEnd } from '#lib/ending.ts';

/**
 * `main`: the page's alert, fixed at top centre; `drawer`: inside the open drawer. They are independent of each other.
 */
export type AlertScope = 'main' | 'drawer';
type AlertType = 'Success' | 'Failure' | 'Warning';
export type Alert = {
  type: AlertType;
  message: string;
  title?: string;
  /** An action on what the alert reports, such as undo. */
  action?: { label: string; run: () => void };
  /** Milliseconds until it hides by itself. Success only; without it the alert stays until closed. */
  autoDismiss?: number;
};
type Shown = Alert & { key: number };

let shown: { main: Shown | null; drawer: Shown | null } = { main: null, drawer: null };
let count = 0;
const listeners = new Set<() => void>();
function set(scope: AlertScope, alert: Shown | null): void {
  shown = { ...shown, [scope]: alert };
  for (const listener of listeners) listener();
}

/** Shows an alert in place of the previous one in its scope. */
export function showAlert(scope: AlertScope, alert: Alert): void {
  const key = ++count;
  set(scope, { ...alert, key });
  if (alert.type === 'Success' && alert.autoDismiss) {
    // a newer alert has its own timer
    setTimeout(() => shown[scope]?.key === key && set(scope, null), alert.autoDismiss);
  }
}

export function hideAlert(scope: AlertScope): void {
  if (shown[scope]) set(scope, null);
}

onSessionEnd(() => {
  hideAlert('main');
  hideAlert('drawer');
});

export const alerts = {
  success: (message: string, title?: string): void =>
    showAlert('main', { type: 'Success', message, autoDismiss: durations.alertMs, ...(title ? { title } : {}) }),
  failure: (message: string, title?: string): void =>
    showAlert('main', { type: 'Failure', message, ...(title ? { title } : {}) }),
  warning: (message: string, title?: string): void =>
    showAlert('main', { type: 'Warning', message, ...(title ? { title } : {}) }),
};

/** The alert that a scope shows now. */
export const shownAlert = (scope: AlertScope): Shown | null => shown[scope];

/** `shownAlert` as a hook. */
export function useAlert(scope: AlertScope): Shown | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shownAlert(scope),
  );
}
