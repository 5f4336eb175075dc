import { icon } from '#ui/icons.tsx';

export const IconHelp = icon(
  <path d="M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM8 8a2 2 0 1 1 2.800 1.800c-.500.300-.800.700-.800 1.300M10 13.700v.100" />,
);
