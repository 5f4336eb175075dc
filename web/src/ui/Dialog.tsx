import { Modal, type ModalProps } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { type Layer, useEscape } from './escape.ts';

type DialogProps = Pick<
  ModalProps,
  'centered' | 'children' | 'closeOnClickOutside' | 'returnFocus' | 'size' | 'title' | 'withCloseButton' | 'yOffset'
> & {
  opened?: boolean;
  /** Called by Escape while nothing stands above the dialog, by its button and by a press outside. */
  onClose: () => void;
  layer?: Layer;
  /** No key that is pressed in it reaches the shortcuts of the page. */
  keepsKeys?: boolean;
};

/** A dialog in the middle of the window, above a drawer or the page. Escape closes what is on top, and that alone. */
export function Dialog({ opened = true, onClose, layer = 'page', keepsKeys = false, ...modal }: DialogProps) {
  const { t } = useTranslation();
  useEscape(onClose, { isOpen: opened, layer });
  const onKeyDown = (event: KeyboardEvent) => {
    if (keepsKeys) event.stopPropagation();
  };
  return (
    <Modal
      {...modal}
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      onKeyDown={onKeyDown}
      {...(layer === 'page' ? {} : { zIndex: `var(--kw-layer-${layer})` })}
    />
  );
}
