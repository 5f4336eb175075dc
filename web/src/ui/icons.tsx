import type { ReactNode } from 'react';

type IconProps = { size?: number };

/** A 20-unit drawing in the text's colour. Decorative: the text beside it or the button's label carries the meaning. */
export function icon(drawing: ReactNode) {
  return function Icon({ size = 18 }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        style={{ flex: 'none' }}
      >
        {drawing}
      </svg>
    );
  };
}

export const IconAccess = icon(
  <>
    <path d="M10 2.500 16.500 5v4.500c0 4-2.700 6.700-6.500 8-3.800-1.300-6.500-4-6.500-8V5L10 2.500Z" />
    <path d="m7.300 9.800 2 2 3.500-3.800" />
  </>,
);
export const IconActivity = icon(<path d="M2.5 10h3.2l2.4-6 3.6 12 2.5-6h3.3" />);
export const IconAdd = icon(<path d="M10 4v12M4 10h12" />);
export const IconArrowLeft = icon(<path d="M16 10H4m5-5-5 5 5 5" />);
export const IconArrowUp = icon(<path d="M10 16V4m-5 5 5-5 5 5" />);
export const IconBattery = icon(
  <path d="M3 7h11.500a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1ZM18 9v2M5 9.500v1" />,
);
export const IconInsights = icon(<path d="M4 16V10m4 6V5m4 11V8m4 8v-4" />);
export const IconCheck = icon(<path d="m4 10.5 4 4 8-9" />);
export const IconChevronUp = icon(<path d="m5 12.5 5-5 5 5" />);
export const IconChevronDown = icon(<path d="m5 7.5 5 5 5-5" />);
export const IconClock = icon(
  <>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 6v4.300l2.7 1.7" />
  </>,
);
export const IconClose = icon(<path d="m5 5 10 10M15 5 5 15" />);
export const IconColumns = icon(
  <path d="M4 3.500h12a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1ZM8 3.500v13M12.5 3.500v13" />,
);
export const IconCopy = icon(
  <path d="M7.5 7.500h8a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-8a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1ZM4 12.500h-.500v-8a1 1 0 0 1 1-1h8v.5" />,
);
export const IconDevices = icon(
  <>
    <rect x="4" y="8.5" width="12" height="8.5" rx="2" />
    <path d="M6.8 8.500V6.200a3.2 3.2 0 0 1 6.4 0v2.300M10 12v1.8" />
  </>,
);
export const IconDrag = icon(
  <path d="M7.500 5v.1M7.500 10v.1M7.500 15v.1M12.500 5v.1M12.500 10v.1M12.500 15v.1" strokeWidth="2.4" />,
);
export const IconDots = icon(<path d="M5 10h.01M10 10h.01M15 10h.01" strokeWidth="2.6" />);
export const IconDownload = icon(
  <path d="M10 3v9.500m-4-4 4 4 4-4M3.500 13.500V15A1.500 1.500 0 0 0 5 16.500h10a1.500 1.500 0 0 0 1.500-1.500v-1.500" />,
);
export const IconEdit = icon(
  <path d="M4 16h2.800L16 6.800a1.400 1.400 0 0 0 0-2l-.8-.8a1.400 1.400 0 0 0-2 0L4 13.200V16ZM11.500 5.700l2.800 2.800" />,
);
export const IconEye = icon(
  <>
    <path d="M1.8 10S4.7 4.7 10 4.7 18.2 10 18.2 10 15.3 15.3 10 15.3 1.8 10 1.8 10Z" />
    <circle cx="10" cy="10" r="2.5" />
  </>,
);
export const IconEyeOff = icon(
  <path d="M3 3l14 14M8.2 5c.6-.2 1.2-.3 1.8-.3 5.3 0 8.2 5.3 8.2 5.300a14 14 0 0 1-2.4 2.900M5.3 6.300A13.5 13.5 0 0 0 1.8 10s2.9 5.3 8.2 5.300c1.5 0 2.8-.4 3.9-1M8.3 8.300a2.5 2.5 0 0 0 3.4 3.4" />,
);
export const IconFailure = icon(
  <>
    <circle cx="10" cy="10" r="7.3" />
    <path d="m7.4 7.4 5.2 5.200m0-5.2-5.2 5.2" />
  </>,
);
export const IconFilter = icon(<path d="M3 4.500h14l-5.500 6.500v4.500l-3 1.500V11L3 4.500Z" />);
export const IconFilterOff = icon(
  <path d="M6.500 4.500H17l-5 6M8.500 8.500 3 4.500M8.500 8.500V17l3-1.500V11.500M3 3l14 14" />,
);
export const IconGrip = icon(<path d="M7.500 5v.1M12.500 5v.1M7.500 10v.1M12.500 10v.1M7.500 15v.1M12.500 15v.1" />);
export const IconKey = icon(
  <path d="M10.500 9.500 17 3M14.500 5.500 16.500 7.500M11 12.500a3.500 3.500 0 1 1-7 0 3.500 3.500 0 0 1 7 0Z" />,
);
export const IconMinus = icon(<path d="M4 10h12" />);
export const IconNoEntry = icon(
  <>
    <rect x="4" y="9" width="12" height="8" rx="2" />
    <path d="M6.8 9V6.500a3.2 3.2 0 0 1 6.4 0V9M10 12v2" />
  </>,
);
export const IconOnePass = icon(
  <path d="M4.500 4h11a1.500 1.500 0 0 1 1.500 1.500v2a2.500 2.500 0 0 0 0 5v2a1.500 1.500 0 0 1-1.500 1.500h-11A1.500 1.500 0 0 1 3 14.500v-2a2.500 2.500 0 0 0 0-5v-2A1.500 1.500 0 0 1 4.500 4ZM12 7v.1M12 10v.1M12 13v.1" />,
);
export const IconPlace = icon(
  <>
    <path d="M10 17.500s5.500-4.600 5.500-9a5.500 5.500 0 0 0-11 0c0 4.400 5.500 9 5.500 9Z" />
    <circle cx="10" cy="8.500" r="2" />
  </>,
);
export const IconProfiles = icon(
  <>
    <circle cx="10" cy="6.500" r="3" />
    <path d="M3.500 16.500c.8-3 3.300-4.700 6.500-4.700s5.700 1.700 6.500 4.700" />
  </>,
);
export const IconQr = icon(
  <path d="M3.500 3.500h5v5h-5zM11.500 3.500h5v5h-5zM3.500 11.500h5v5h-5zM11.500 11.500h2v2h-2zM16.500 11.500v2M14.500 16.500h2M11.500 16.500h.1" />,
);
export const IconRefresh = icon(<path d="M16.5 10A6.5 6.5 0 1 1 14.3 5.100M16.5 3v3.800h-3.8" />);
/** Light and dark, half and half. */
export const IconScheme = icon(
  <>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 3a7 7 0 0 1 0 14Z" fill="currentColor" stroke="none" />
  </>,
);
export const IconSearch = icon(
  <>
    <circle cx="9" cy="9" r="5.5" />
    <path d="m13 13 4 4" />
  </>,
);
export const IconSettings = icon(<path d="M3 6h7m5 0h2M3 14h2m5 0h7M12.500 3.500v5M7.500 11.500v5" />);
export const IconSignOut = icon(
  <path d="M8 3.500H5a1.5 1.5 0 0 0-1.5 1.500v10A1.5 1.5 0 0 0 5 16.500h3M12.5 6.5 16 10l-3.5 3.500M16 10H8" />,
);
export const IconSort = icon(<path d="M3.500 5.500h13M3.500 10h9M3.500 14.500h5" />);
export const IconSortDown = icon(<path d="M10 4.500v11m-4-4 4 4 4-4" />);
export const IconSortUp = icon(<path d="M10 15.500v-11m-4 4 4-4 4 4" />);
export const IconSuccess = icon(
  <>
    <circle cx="10" cy="10" r="7.3" />
    <path d="m6.7 10.3 2.3 2.3 4.3-4.9" />
  </>,
);
export const IconTrash = icon(
  <path d="M3.5 5.500h13M8 5.500V4a1 1 0 0 1 1-1h2a1 1 0 0 1 1 1v1.500M5 5.500l.8 10.100A1.5 1.5 0 0 0 7.3 17h5.400a1.5 1.5 0 0 0 1.5-1.400L15 5.500M8.5 9v4.500M11.5 9v4.5" />,
);
export const IconUpDown = icon(<path d="m6.500 8 3.500-3.500L13.500 8m-7 4 3.500 3.500 3.500-3.500" />);
export const IconViews = icon(<path d="M5 3.500h10a1 1 0 0 1 1 1V17l-6-3.500L4 17V4.500a1 1 0 0 1 1-1Z" />);
export const IconWarning = icon(<path d="M10 3.2 18 16.500H2L10 3.200ZM10 8.300v3.700M10 14.300v.1" />);
