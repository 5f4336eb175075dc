/** How values of keys are written to CSV, where view and type do not determine it. */
export const keyCsv = { name: 'onepass-keys', labels: { device_type_name: 'devices.types' } };
