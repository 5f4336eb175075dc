/** The profile whose data this page shows; undefined before sign-in and after the session's end. Each call sends it. */
let person: string | undefined;
/** The last such profile; outlives the end of the session, but not the page. */
let last: string | undefined;

export const currentPerson = (): string | undefined => person;
export const lastPerson = (): string | undefined => last;
export function setPerson(id: string | undefined): void {
  person = id;
  last = id ?? last;
}
