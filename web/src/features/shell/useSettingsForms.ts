import { useRef, useState } from 'react';
import { useFormGuard } from '#ui/useFormGuard.ts';

/** Tabs with a form whose changes are lost when the dialog closes. */
const forms = ['preferences', 'organization'] as const;
type Form = (typeof forms)[number];
type Texts = Record<Form, string | null>;

/** The guard as seen by one of the forms. */
export type SettingsGuard = ReturnType<ReturnType<typeof useSettingsForms>['guardOf']>;

/** Guards the forms of the settings together: closing asks about each one with changes, on its tab, which `show` opens. */
export function useSettingsForms(onClose: () => void, show: (form: Form) => void) {
  // unsaved text of each form, and the part of it that is being saved; null if there is none
  const unsaved = useRef<Texts>({ preferences: null, organization: null });
  const sent = useRef<Texts>({ preferences: null, organization: null });
  const isUnsaved = (form: Form) => unsaved.current[form] !== null && unsaved.current[form] !== sent.current[form];
  const [asked, setAsked] = useState<Form>();
  const ask = (form: Form) => {
    setAsked(form);
    show(form);
  };
  const guard = useFormGuard(
    () => forms.some(isUnsaved),
    () => JSON.stringify(unsaved.current),
    onClose,
    () => {
      const form = forms.find(isUnsaved);
      if (form) ask(form);
    },
  );
  // a new number remounts the form with the stored values
  const [begun, setBegun] = useState({ preferences: 0, organization: 0 });
  /** Ends the work on one form: closes the dialog, unless the other form has unsaved changes. */
  const leave = (form: Form, other: Form | undefined, closeAll: () => void) => {
    // The changes stay recorded until the dialog closes: after a change of address the guard closes it only while it has any.
    if (!other) return closeAll();
    unsaved.current[form] = null;
    setBegun((last) => ({ ...last, [form]: last[form] + 1 }));
    ask(other);
  };
  const record = (form: Form) => (now: string | null) => {
    unsaved.current[form] = now;
    if (now === null) sent.current[form] = null;
  };
  // stable, since the forms call them in effects
  const [choose] = useState(() => ({ preferences: record('preferences'), organization: record('organization') }));
  return {
    begun,
    choose,
    close: guard.close,
    /** Guard of one form alone: sending it leaves the changes of the other form unsaved. */
    guardOf: (form: Form) => ({
      asking: guard.asking && asked === form,
      close: guard.close,
      keep: guard.keep,
      discard: () => {
        const other = forms.find((one) => one !== form && isUnsaved(one));
        leave(form, other, guard.discard);
      },
      sent: () => void (sent.current[form] = unsaved.current[form]),
      refused: () => void (sent.current[form] = null),
    }),
    /** Called after a save. The dialog stays for the other form even while that is being saved, as it may be refused. */
    saved: (form: Form) => {
      const other = forms.find((one) => one !== form && unsaved.current[one] !== null);
      leave(form, other, onClose);
    },
  };
}
