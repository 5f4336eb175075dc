const editUsers = { oneOf: [['USERS', 'EDIT']] } as const;

/** The calls that import profiles. The matrix has no in-product admin. */
export const importCalls = {
  'imports.bulk': { needs: editUsers, ok: 403 },
  'imports.file': { needs: editUsers, ok: 403 },
  'imports.plan': { needs: editUsers, ok: 403 },
  'imports.list': { needs: editUsers, ok: 403 },
  'imports.get': { needs: editUsers, ok: 200, private: true },
  'imports.rows': { needs: editUsers, ok: 200, private: true },
  'imports.apply': { needs: editUsers, ok: 200, private: true },
  'imports.discard': { needs: editUsers, ok: 204, private: true },
} as const;
