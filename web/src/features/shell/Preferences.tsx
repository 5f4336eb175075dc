import type { Locale } from '@keyward/contract/locales';
import { settings } from '@keyward/contract/account-calls';
import { appearances } from '@keyward/contract/settings';
import { knownTimeZone } from '@keyward/contract/time-zones';
import { Button, Checkbox, Select, useMantineColorScheme } from '@mantine/core';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settled } from '#lib/api.ts';
import { currentLocale, localeOf, offeredLocales, portalTexts, showLanguage } from '#lib/i18n.ts';
import { withChanges } from '#lib/kept.ts';
import { languageNames } from '#lib/languageNames.ts';
import { putOwnSetting } from '#lib/ownSetting.ts';
import { useSession } from '#lib/session.ts';
import { hasShortcuts } from '#lib/shortcuts.ts';
import { useSending } from '#lib/useSending.ts';
import { ZoneField } from '#parts/ZoneField.tsx';
import { alerts, hideAlert } from '#ui/alerts.ts';
import { KeptNote, useKeptForm } from '#ui/KeptNote.tsx';
import { UnsavedQuestion } from '#ui/UnsavedQuestion.tsx';
import { useFocusBack } from '#ui/useFocusBack.ts';
import { useOnScreen } from '#ui/useOnScreen.ts';
import type { SettingsGuard } from './useSettingsForms.ts';
import styles from './extras.module.css';

const languages = offeredLocales.map((value) => ({ value, label: languageNames[value] }));

type Props = {
  onClose: () => void;
  guard: SettingsGuard;
  /** Called with the unsaved choice as text; null without one. */
  onChoose: (chosen: string | null) => void;
};

/** Language, time zone, appearance and shortcuts. */
export function Preferences({ onClose, guard, onChoose }: Props) {
  const { t, i18n } = useTranslation();
  const session = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [locale, setLocale] = useState<Locale>(currentLocale);
  // browsers may use a former name of their time zone
  const shownZone = knownTimeZone(session.zone) ?? session.zone;
  const [zone, setZone] = useState(shownZone);
  const [scheme, setScheme] = useState(colorScheme);
  const stored = hasShortcuts(session);
  const [shortcuts, setShortcuts] = useState(stored);
  const { pending, begin, end } = useSending();
  const isOpen = useOnScreen();
  const box = useRef<HTMLFormElement>(null);
  const holdFocus = useFocusBack(box, pending);
  const changed = locale !== currentLocale() || zone !== shownZone || scheme !== colorScheme || shortcuts !== stored;
  const now = changed ? [locale, zone, scheme, shortcuts].join() : null;
  // in an effect, since the dialog keeps the text in a ref, which no render may write; an unmounted form has nothing unsaved
  useEffect(() => {
    onChoose(now);
    return () => onChoose(null);
  }, [now, onChoose]);

  const form = 'settings';
  useKeptForm({
    key: form,
    title: t('settings.title'),
    before: () => ({ locale: currentLocale(), zone: shownZone, scheme: colorScheme, shortcuts: stored }),
    now: () => ({ locale, zone, scheme, shortcuts }),
  });
  const restore = (changes: Readonly<Record<string, unknown>>) => {
    const kept = withChanges({ locale, zone, scheme, shortcuts }, changes);
    setLocale(kept.locale);
    setZone(kept.zone);
    setScheme(kept.scheme);
    setShortcuts(kept.shortcuts);
  };

  const save = async () => {
    if (!begin()) return;
    guard.sent();
    holdFocus();
    try {
      if (scheme !== colorScheme) await putOwnSetting('Appearance', scheme);
      setColorScheme(scheme);
      if (shortcuts !== stored) await putOwnSetting('Shortcuts', shortcuts);
      // stores the values on screen as the profile's own, even if they came from the tenant or the browser
      await putOwnSetting('Locale', locale);
      // a browser's zone that cannot be stored, such as Etc/GMT+2, stays in use anyway
      if (knownTimeZone(zone)) await putOwnSetting('Timezone', zone);
      await settled(settings.mine);
      if (locale !== currentLocale()) await showLanguage(locale, portalTexts, true);
      // this dialog can be closed before the save ends, and another one be open by then
      if (isOpen()) onClose();
      // in the new language
      alerts.success(i18n.t('settings.saved'));
    } catch {
      alerts.failure(t('settings.failedToSave'), t('settings.errorTitle'));
      end();
      guard.refused();
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (pending) return;
    hideAlert('main');
    void save();
  };
  return (
    <form ref={box} className={styles.form} onSubmit={submit}>
      {/* changes made during a save would not be part of it */}
      <fieldset className={styles.fields} disabled={pending}>
        <KeptNote form={form} onRestore={restore} />
        <Select
          label={t('settings.language')}
          data={languages}
          value={locale}
          allowDeselect={false}
          data-autofocus
          onChange={(value) => setLocale(localeOf(value) ?? locale)}
        />
        <ZoneField
          label={t('settings.timeZone')}
          description={t('settings.timeZoneHint')}
          value={zone}
          inUse={shownZone}
          onChange={setZone}
        />
        <fieldset className={styles.schemes}>
          <legend>{t('settings.appearance')}</legend>
          {appearances.map((value) => (
            <label key={value}>
              <input type="radio" name="scheme" checked={scheme === value} onChange={() => setScheme(value)} />
              {t(`settings.schemes.${value}`)}
            </label>
          ))}
        </fieldset>
        <Checkbox
          label={t('settings.shortcuts')}
          description={t('settings.shortcutsHint')}
          checked={shortcuts}
          onChange={(event) => setShortcuts(event.currentTarget.checked)}
        />
      </fieldset>
      {guard.asking ? (
        <UnsavedQuestion key="question" className={styles.actions} onDiscard={guard.discard} onKeep={guard.keep} />
      ) : (
        <div key="actions" className={styles.actions}>
          <Button variant="default" onClick={guard.close}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={pending}>
            {t('common.save')}
          </Button>
        </div>
      )}
    </form>
  );
}
