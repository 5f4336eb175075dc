/** The OKMs of a page of the picture of connections. */
export const maxConnectionRows = 12;
/** The devices of a page of a picture of readings. */
export const maxReadingRows = 10;
