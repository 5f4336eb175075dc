/**
 * Up to this width rows have two lines, and all of the page scrolls. In px, as in style sheets and index.html: an em
 * grows with the font that a person sets in the browser.
 */
export const phone = '(max-width: 640px)';
