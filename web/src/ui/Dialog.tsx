import { Modal, type ModalProps } from '@mantine/core';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Layer, useEscape } from './escape.ts';
import { useBackCloses } from './useBackCloses.ts';
import { useFocusReturn } from './useFocusReturn.ts';

type DialogProps = Pick<
  ModalProps,
  'centered' | 'children' | 'closeOnClickOutside' | 'size' | 'title' | 'withCloseButton' | 'yOffset'
> & {
  /** Called by Escape and Back while nothing is above the dialog, by its button and by a press outside. */
  onClose: () => void;
  layer?: Layer;
  /** No key pressed in it reaches the shortcuts of the page, and a press outside leaves the focus in it. */
  keepsKeys?: boolean;
};

/**
 * A dialog in the middle of the window, above a drawer or the page: mounted means open. Escape and Back close only the topmost
 * layer. The focus moves in, and returns to where it was.
 */
export function Dialog({ onClose, layer = 'page', keepsKeys = false, ...modal }: DialogProps) {
  const { t } = useTranslation();
  const root = useRef<HTMLDivElement>(null);
  useEscape(onClose, { layer });
  useBackCloses(onClose, { layer });
  const onFocus = useFocusReturn(root);
  const onKeyDown = (event: KeyboardEvent) => {
    // Mantine listens on the document for Tab, which would leave the dialog otherwise
    if (keepsKeys && event.key !== 'Tab') event.stopPropagation();
  };
  return (
    <Modal
      {...modal}
      ref={root}
      opened
      onClose={onClose}
      closeOnEscape={false}
      returnFocus={false}
      {...(keepsKeys ? { overlayProps: { onMouseDown: (event) => event.preventDefault() } } : {})}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      {...(layer === 'page' ? {} : { zIndex: `var(--kw-layer-${layer})` })}
    />
  );
}
