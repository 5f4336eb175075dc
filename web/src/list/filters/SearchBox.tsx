import { durations, geometry, limits } from '@keyward/contract/limits';
import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconSearch } from '#ui/icons.tsx';

type Props = { value: string; onSearch: (text: string) => void };

/** Searches a second after the last key, or at once on Enter. Specification, part 2, section 2. */
export function SearchBox({ value, onSearch }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  if (seen !== value) {
    setSeen(value);
    // Back, Forward or 'clear' changed the address; after a search from here, typing may have continued
    if (value !== sent) {
      setText(value);
      setSent(value);
    }
  }
  const search = (wanted: string) => {
    setSent(wanted.trim());
    if (wanted.trim() !== value) onSearch(wanted.trim());
  };
  const later = useDebouncedCallback(search, durations.searchDebounceMs);
  const dropReplaced = useEffectEvent((shown: string) => {
    if (text === shown) later.cancel();
  });
  // text that was being typed when the address changed is no longer on screen, and is not searched for
  useEffect(() => dropReplaced(value), [value]);
  const now = (wanted: string) => {
    later.cancel();
    search(wanted);
  };
  return (
    <TextInput
      type="search"
      role="searchbox"
      w={geometry.searchWidth}
      maw="100%"
      value={text}
      maxLength={limits.search}
      placeholder={t('list.search')}
      aria-label={t('list.searchLabel')}
      leftSection={<IconSearch />}
      rightSection={
        text ? (
          <CloseButton
            size="sm"
            aria-label={t('list.clearSearch')}
            onClick={() => {
              setText('');
              now('');
            }}
          />
        ) : null
      }
      onChange={(event) => {
        setText(event.currentTarget.value);
        later(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        // the Enter that ends a Japanese or Korean composition does not search
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) now(event.currentTarget.value);
      }}
    />
  );
}
