/** The application's clock; ordering (sessions, received events) relies on the database's clock instead. */
export const clock = { now: (): Date => new Date() };
