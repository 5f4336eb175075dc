/** The acts that ask the person again, even within a session: an endpoint names its act as `confirm`. */
export const confirmActs = ['exportPins', 'unlockDevice', 'issueToken'] as const;
export type ConfirmAct = (typeof confirmActs)[number];
export const isConfirmAct = (act: unknown): act is ConfirmAct => confirmActs.some((one) => one === act);

/** How long a confirmation is valid, for the session and the act that it was given for. */
export const confirmMinutes = 5;

/** The `state` of a sign-in that confirms an act begins with it: the page for the provider's answer tells the two apart. */
export const confirmState = 'confirm.';
