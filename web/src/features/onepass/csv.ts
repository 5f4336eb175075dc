/** CSV format of key values whose format does not follow from view and type. */
export const keyCsv = { name: 'onepass-keys', labels: { device_type_name: 'devices.types' } };
