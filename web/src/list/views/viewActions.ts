import type { CustomView } from '@keyward/contract/list';
import type { ListResource } from '@keyward/contract/resources';
import { views as calls } from '@keyward/contract/calls';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settled, useApiMutation } from '#lib/api.ts';
import type { ApiError } from '#lib/call.ts';
import { withLocalTime } from '#lib/conflict.ts';
import { errorWords } from '#lib/errors.ts';
import { useSession } from '#lib/session.ts';
import { alertFailure } from '#ui/alertFailure.ts';
import { alerts, showAlert } from '#ui/alerts.ts';
import { restoreView } from './restoreView.ts';
import type { Views } from './useViews.ts';
import { linkTo } from './viewAddress.ts';
import { contentOf } from './viewState.ts';

/** The actions on a saved view that need no form. */
export function useViewActions(views: Views) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const [saving, setSaving] = useState(false);
  const show = async ({ value }: CustomView) => {
    await settled(calls.list);
    views.choose(value);
  };
  // the menu that sent the call is closed; the call that it sends once opened again is another submission
  const failed = (error: ApiError, title: string, repeat: () => void) =>
    alertFailure(error, title, repeat, errorWords(withLocalTime(error, zone)));
  const save = useApiMutation(calls.update, {
    onSuccess: ({ data }) => {
      alerts.success(t('views.saved', { name: data.label }));
      setSaving(true);
      // the columns stay as they are until the saved view has been read again
      void show(data).then(() => {
        views.forgetColumns(data.value);
        setSaving(false);
      });
    },
    onError: (error, parts) => failed(error, t('views.saveFailed'), () => save.mutate(parts)),
  });
  const removed = (view: CustomView) => {
    views.forgetColumns(view.value);
    views.choose(views.all[0]?.value ?? '');
    const message = view.saved?.sharing.with === 'nobody' ? 'views.removed' : 'views.removedShared';
    showAlert('main', {
      type: 'Success',
      message: t(message, { name: view.label }),
      action: { label: t('views.undo'), run: () => void restoreView(view, show) },
    });
  };
  // the response arrives once the menu that sent the call is closed
  const remove = useApiMutation(calls.remove, {
    onSuccess: (_, { params }) => {
      const view = views.all.find((one) => one.value === params.id);
      if (view) removed(view);
    },
    onError: (error, parts) => failed(error, t('views.removeFailed'), () => remove.mutate(parts)),
  });
  return {
    busy: saving || save.isPending || remove.isPending,
    /** Saves the list on screen in the view itself. */
    save(view: CustomView) {
      const { saved, label, description } = view;
      if (!saved) return;
      const content = contentOf(views.search, view, views.columns ?? view.columns);
      const body = { name: label, description, sharing: saved.sharing, ...content };
      save.mutate({ params: { id: view.value }, body, ifMatch: saved.version });
    },
    /** Deletes the view; the alert offers to undo it. */
    remove: (view: CustomView) => remove.mutate({ params: { id: view.value } }),
    /** Copies the view's address, for profiles that may see it. */
    copyLink(resource: ListResource, view: CustomView) {
      const url = linkTo(resource, view);
      // there is no clipboard without a secure context
      void Promise.resolve(navigator.clipboard?.writeText(url) ?? Promise.reject(new Error('no clipboard'))).then(
        () => alerts.success(t('views.linkCopied')),
        () => alerts.warning(t('views.linkFailed')),
      );
    },
  };
}
