// The rows of the model for PINs.
const editUsers = { oneOf: [['USERS', 'EDIT']] } as const;
const exportPins = { oneOf: [['USERS', 'READ']], and: ['CAN-EXPORT-CSV-USERS', 'CAN-EXPORT-PIN'] } as const;

export const pinCalls = {
  'pins.show': { needs: editUsers, ok: 200 },
  'pins.reset': { needs: editUsers, ok: 200 },
  'pins.events': { needs: editUsers, ok: 200 },
  'pins.export': { needs: exportPins, ok: 403, confirmed: false },
  'pins.export/confirmed': { needs: exportPins, ok: 200, confirmed: true },
} as const;
