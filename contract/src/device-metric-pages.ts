/** Number of OKMs on a page of the picture of connections. */
export const maxConnectionRows = 12;
/** Number of devices on a page of a picture of readings. */
export const maxReadingRows = 10;
