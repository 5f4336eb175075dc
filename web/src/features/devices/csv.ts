/** How values of devices are written to CSV, where view and type do not determine it. */
export const deviceCsv = {
  labels: { device_type_name: 'devices.types', security: 'list.security' },
} as const;
