/** The application's clock; what must be ordered (sessions, events received) uses the database's instead. */
export const clock = { now: (): Date => new Date() };
