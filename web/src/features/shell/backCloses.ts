import type { ShouldBlockFn } from '@tanstack/react-router';

/**
 * Makes Back and Forward close a question that stands above everything, as Escape does, and leave the address and what is
 * below as they are. `close` may leave it open: they do nothing then.
 *
 * For a part of the frame that is there from the start: blockers are asked in the order in which they were added, and that of
 * a form would open the form's own question below this one.
 */
export const backCloses =
  (isOpen: () => boolean, close: () => void): ShouldBlockFn =>
  ({ action }) => {
    if (!isOpen() || action === 'PUSH' || action === 'REPLACE') return false;
    close();
    return true;
  };
