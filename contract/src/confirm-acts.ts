/** Acts that require a new confirmation even within a session: an endpoint names its act as `confirm`. */
export const confirmActs = ['exportPins', 'unlockDevice', 'issueToken'] as const;
export type ConfirmAct = (typeof confirmActs)[number];
export const isConfirmAct = (act: unknown): act is ConfirmAct => confirmActs.some((one) => one === act);

/** Minutes for which a confirmation is valid, for its session and its act only. */
export const confirmMinutes = 5;

/** Prefix of the `state` of a sign-in that confirms an act, by which the page for the provider's answer recognises it. */
export const confirmState = 'confirm.';
