/** An id as Keyward writes it. A copy on purpose: the check must not share the contract's idea of an id (decision 0075). */
export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
