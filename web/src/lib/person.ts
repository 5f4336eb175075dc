/** Whose data this page shows; undefined before sign-in and after the session's end. Each call names the person. */
let person: string | undefined;
/** Who it was last; outlives the end of the session, not the page. */
let last: string | undefined;

export const currentPerson = (): string | undefined => person;
export const lastPerson = (): string | undefined => last;
export function setPerson(id: string | undefined): void {
  person = id;
  last = id ?? last;
}
