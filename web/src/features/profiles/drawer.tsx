import { groups, type TagDefinition } from '@keyward/contract/groups';
import { can } from '@keyward/contract/permissions';
import { type Profile, profiles } from '@keyward/contract/profiles';
import { Button, Loader, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery, queryClient, refresh, useApi } from '#lib/api.ts';
import { useErrorText } from '#lib/errors.ts';
import { useSession } from '#lib/session.ts';
import { openNew } from '#list/url.ts';
import { useCan } from '#parts/useCan.ts';
import { WhyOfProfile } from '#parts/Why.tsx';
import { DrawerFrame } from '#ui/DrawerFrame.tsx';
import { IconTrash } from '#ui/icons.tsx';
import { EmptyState, ErrorState, NoPermission, SlowNotice } from '#ui/states.tsx';
import { CreateProfile } from './create.tsx';
import { EditProfile } from './edit.tsx';
import { ProfileFacts } from './facts.tsx';
import { RemoveProfile } from './remove.tsx';

type Props = { open: string; onClose: () => void };

/** The drawer of the profiles list: adds or edits; who may only read sees the same as text. */
export function ProfileDrawer({ open, onClose }: Props) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const edit = useCan(can.editUsers);
  const isNew = open === openNew;
  const profile = useApi(profiles.get, { params: { id: open } }, { enabled: !isNew });
  const tags = useApi(groups.definitions, { query: { object_type: 'users' } }, { staleTime: 60_000 });
  // a form is filled once: it waits for what is stored now instead of starting from an older copy
  const [filled, setFilled] = useState('');
  if (profile.data && filled !== open && (!profile.isFetching || profile.isFetchedAfterMount)) setFilled(open);
  const frame = { title: t(isNew ? 'profiles.add' : 'profiles.profile'), onClose };

  if (isNew && !edit.allowed) {
    return (
      <DrawerFrame {...frame}>
        <NoPermission text={edit.reason} />
      </DrawerFrame>
    );
  }
  if (!isNew && profile.error && [400, 404].includes(profile.error.status)) {
    return (
      <DrawerFrame {...frame}>
        <EmptyState title={t('profiles.gone.title')} text={t('profiles.gone.text')}>
          <Button
            onClick={() => {
              void refresh(profiles.list);
              onClose();
            }}
          >
            {t('profiles.gone.close')}
          </Button>
        </EmptyState>
      </DrawerFrame>
    );
  }
  const definitions = tags.data?.data;
  if (!definitions || (!isNew && filled !== open)) {
    const error = isNew ? tags.error : (profile.error ?? tags.error);
    return (
      <DrawerFrame {...frame}>
        {error ? (
          <ErrorState
            title={t('profiles.loadFailed')}
            text={errorText(error)}
            action={t('common.retry')}
            onAction={() => void refresh(profiles.get, groups.definitions)}
          />
        ) : (
          <>
            <Loader aria-label={t('common.loading')} />
            <SlowNotice />
          </>
        )}
      </DrawerFrame>
    );
  }
  if (!profile.data || isNew) return <CreateProfile definitions={definitions} onClose={onClose} />;
  const shown = profile.data.data;
  return edit.allowed ? (
    <Editor key={shown.id} profile={shown} definitions={definitions} onClose={onClose} />
  ) : (
    <ProfileFacts profile={shown} definitions={definitions} reason={edit.reason} onClose={onClose} />
  );
}

type EditorProps = { profile: Profile; definitions: readonly TagDefinition[]; onClose: () => void };

function Editor({ profile, definitions, onClose }: EditorProps) {
  const { t } = useTranslation();
  const { me } = useSession();
  const [deleting, setDeleting] = useState(false);
  // another round begins with what is stored now
  const [round, setRound] = useState(0);
  const own = profile.id === me.id;
  const reload = async () => {
    await queryClient.fetchQuery({ ...apiQuery(profiles.get, { params: { id: profile.id } }), staleTime: 0 });
    setRound((n) => n + 1);
  };
  const gone = () => void refresh(profiles.get, profiles.list);
  if (deleting)
    return <RemoveProfile profile={profile} onGone={gone} onCancel={() => setDeleting(false)} onRemoved={onClose} />;
  const remove = (
    <Button
      variant="subtle"
      color="red"
      c="var(--mantine-color-error)"
      leftSection={<IconTrash />}
      {...(own ? { 'data-disabled': true, 'aria-disabled': true } : {})}
      onClick={() => setDeleting(!own)}
    >
      {t('common.delete')}
    </Button>
  );
  return (
    <EditProfile
      key={round}
      profile={profile}
      definitions={definitions}
      onReload={() => void reload().catch(gone)}
      onGone={gone}
      onClose={onClose}
      after={<WhyOfProfile id={profile.id} />}
      actions={own ? <Tooltip label={t('errors.cannotDeleteSelf')}>{remove}</Tooltip> : remove}
    />
  );
}
