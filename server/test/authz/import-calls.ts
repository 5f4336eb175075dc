const editUsers = { oneOf: [['USERS', 'EDIT']] } as const;

/** The calls that import profiles. The matrix has no in-product admin. */
export const importCalls = {
  'imports.bulk': { needs: editUsers, ok: 403 },
  'imports.file': { needs: editUsers, ok: 403 },
} as const;
