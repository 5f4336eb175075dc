/** CSV format of device values whose format does not follow from view and type. */
export const deviceCsv = {
  labels: { device_type_name: 'devices.types', security: 'list.security' },
} as const;
