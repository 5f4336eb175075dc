import { Button } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useId, useRef, type ReactNode, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '#lib/call.ts';
import { useErrorText } from '#lib/errors.ts';
import { type ContractForm, hasValueAt } from '#lib/form.ts';
import { withChanges } from '#lib/kept.ts';
import { failureAlert } from './alertFailure.ts';
import { showAlert } from './alerts.ts';
import styles from './Drawer.module.css';
import { DrawerFrame, type DrawerHead, type DrawerSize } from './DrawerFrame.tsx';
import { IconArrowLeft } from './icons.tsx';
import { KeptNote, useKeptForm } from './KeptNote.tsx';
import { UnsavedQuestion } from './UnsavedQuestion.tsx';
import { useBackCloses } from './useBackCloses.ts';
import { useCleaning } from './useCleaning.ts';
import { useFormGuard } from './useFormGuard.ts';
import { useSaveKey } from './useSaveKey.ts';

type DrawerFormProps<V> = {
  title: string;
  form: ContractForm<V>;
  /** The error of the last save: shown on its field when its `constraint` names one, else at the top. */
  error: ApiError | null;
  /** The failure message of the specification, shown above the reason of a refusal. */
  errorTitle?: string;
  /** The form's content shows the errors, so there is no alert. */
  quiet?: boolean;
  pending: boolean;
  /** Called before each save; false stops it, and the form says why. */
  ready?: () => boolean;
  onSubmit: (values: V) => void;
  /** The values that a person types, which are sanitised before they are sent; all by default. */
  typed?: (values: V) => unknown;
  /** A second button, which saves and leaves the form open for the next object. */
  next?: { label: string; onSubmit: (values: V) => void };
  onClose: () => void;
  /** Identifies the form's object, such as the id of the edited one, where the address does not contain it. */
  about?: string;
  /** Back closes the form, as Escape does, and keeps the address: the form opens above any page, and is not in the address. */
  closesWithBack?: boolean;
  /** The name of the form's parent, on a link above the form that leads back there. */
  trail?: string;
  /** 'Save' by default. */
  submitLabel?: string;
  /** Nothing can be changed or saved; the fields show the current values. */
  readOnly?: boolean;
  /** The field of a constraint, where their names differ; undefined where no field shows it. */
  fieldOf?: (constraint: string) => string | undefined;
  /** Below the fields, outside the form: parts that save by themselves. */
  after?: ReactNode;
  size?: DrawerSize;
  head?: DrawerHead;
  children: ReactNode;
};

/** Time within which the second click of a double click follows, in ms. */
const doubleClickMs = 400;

/** The shell of every form: a drawer with fields, one save, and feedback for each outcome. */
export function DrawerForm<V extends Record<string, unknown>>(props: DrawerFormProps<V>) {
  const { title, form, error, pending, onSubmit, onClose, readOnly = false, fieldOf, after, size, head } = props;
  const { next } = props;
  const { t } = useTranslation();
  const errorText = useErrorText();
  const snapshot = () => JSON.stringify(form.getValues());
  const guard = useFormGuard(() => !readOnly && form.isDirty(), snapshot, onClose);
  useBackCloses(guard.close, { isOpen: props.closesWithBack ?? false });
  const { pathname, search } = useLocation();
  const key = JSON.stringify([pathname, openOf(search), props.about ?? '', title]);
  useKeptForm({ key, title, before: form.getInitialValues, now: form.getValues });
  const sent = useRef({ at: 0, values: '' });
  const saysChange = useCleaning();
  const box = useRef<HTMLFormElement>(null);
  const faultsAreNew = useRef(false);
  const focusFirstFault = () => (faultsAreNew.current = true);
  const awaitsNext = useRef(false);
  // another tab is open, and the fields are not visible
  const isAside = (head?.tabs?.open ?? null) !== null;
  // a field can take the focus once it is marked, enabled again and visible, which is after the render that shows the errors; a
  // read-only value takes it in place of a field
  useEffect(() => {
    if (!faultsAreNew.current || pending || isAside) return;
    faultsAreNew.current = false;
    box.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault]')?.focus();
  });
  // the next object begins with its first field
  useEffect(() => {
    if (!awaitsNext.current || pending || form.isDirty()) return;
    awaitsNext.current = false;
    box.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  });

  const show = useEffectEvent((problem: ApiError) => {
    guard.refused();
    if (props.quiet) return;
    const { constraint } = problem;
    const name = constraint && (fieldOf ? fieldOf(constraint) : constraint);
    if (name && hasValueAt(form.getValues(), name)) {
      form.setFieldError(name, errorText(problem));
      focusFirstFault();
    } else showAlert('drawer', failureAlert(problem, props.errorTitle));
  });
  // a response is shown once, however often the component renders
  useEffect(() => {
    if (error) show(error);
  }, [error]);

  const send = (values: V, to = onSubmit) => {
    if (readOnly || pending || props.ready?.() === false) return;
    const now = { at: performance.now(), values: snapshot() };
    // the same values again are the second click of a double click; other values are a quick correction
    if (now.at - sent.current.at < doubleClickMs && now.values === sent.current.values) return;
    if (saysChange(props.typed ? props.typed(values) : values)) return;
    sent.current = now;
    guard.sent();
    awaitsNext.current = to === next?.onSubmit;
    to(values);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    // its errors would be on a hidden tab
    head?.tabs?.onOpen(null);
    form.onSubmit((values) => send(values), focusFirstFault)(event);
  };
  const mount = (node: HTMLFormElement | null) => {
    box.current = node;
    markFirstField(node);
  };
  useSaveKey(() => isAside || box.current?.requestSubmit(), box);
  // another form may be open beside or below it
  const formId = useId();

  const question = (
    // the keys keep the two apart: a button that became 'Save' while it is pressed would submit the form
    <UnsavedQuestion key="question" className={styles.actions} onDiscard={guard.discard} onKeep={guard.keep} />
  );
  const footer = (
    <div key="footer" className={styles.actions}>
      <Button variant="default" onClick={guard.close}>
        {t(readOnly ? 'common.close' : 'common.cancel')}
      </Button>
      {next ? (
        // not a submit button: Enter in a field would press it, since it comes first
        <Button
          variant="default"
          disabled={pending}
          onClick={() => form.onSubmit((values) => send(values, next.onSubmit), focusFirstFault)()}
        >
          {next.label}
        </Button>
      ) : null}
      {readOnly ? null : (
        <Button type="submit" form={formId} loading={pending} title={t('common.saveHint')}>
          {props.submitLabel ?? t('common.save')}
        </Button>
      )}
    </div>
  );
  return (
    <DrawerFrame
      {...head}
      title={title}
      size={size}
      onClose={guard.close}
      footer={guard.asking ? question : !isAside || form.isDirty() ? footer : null}
    >
      {props.trail ? (
        <button type="button" className={styles.trail} onClick={guard.close}>
          <IconArrowLeft size={16} />
          {props.trail}
        </button>
      ) : null}
      {readOnly ? null : (
        <KeptNote form={key} onRestore={(changes) => form.setValues((now) => withChanges(now, changes))} />
      )}
      <form id={formId} noValidate onSubmit={submit} ref={mount} aria-label={title}>
        <fieldset className={styles.fields} disabled={pending}>
          {props.children}
        </fieldset>
      </form>
      {after}
    </DrawerFrame>
  );
}

/** The id of the open row, from the address. */
const openOf = (search: Readonly<Record<string, unknown>>): string =>
  typeof search['open'] === 'string' ? search['open'] : '';

/** The drawer's focus trap looks for this attribute when it opens; text fields come before checkboxes. */
function markFirstField(form: HTMLFormElement | null): void {
  const open = ':not(:disabled, [readonly], [type="hidden"])';
  const field =
    form?.querySelector(`input${open}:not([type="checkbox"]), textarea${open}`) ?? form?.querySelector(`input${open}`);
  field?.setAttribute('data-autofocus', '');
}
