import type { TagDefinition } from '@keyward/contract/groups';
import { can } from '@keyward/contract/permissions';
import { profiles } from '@keyward/contract/calls';
import type { Profile } from '@keyward/contract/profiles';
import { useTranslation } from 'react-i18next';
import type { DrawerProps } from '#entity/EntityPage.tsx';
import { useApi } from '#lib/api.ts';
import { useSession } from '#lib/session.ts';
import { openNew } from '#list/url.ts';
import { EntityDrawer } from '#entity/EntityDrawer.tsx';
import { EntityEditor } from '#entity/EntityEditor.tsx';
import { WhyOfProfile } from '#parts/Why.tsx';
import { Facts } from '#ui/Facts.tsx';
import { CreateProfile } from './create.tsx';
import { EditProfile } from './edit.tsx';
import { Enrollment, ProfileFacts } from './facts.tsx';
import styles from './profiles.module.css';
import { RemoveProfile } from './remove.tsx';

const calls = { get: profiles.get, list: profiles.list };

/** The drawer of the profiles list: adds or edits; read-only without the permission to edit. */
export function ProfileDrawer({ open, onClose }: Pick<DrawerProps, 'open' | 'onClose'>) {
  const { t } = useTranslation();
  const isNew = open === openNew;
  const reply = useApi(profiles.get, { params: { id: open } }, { enabled: !isNew });
  return (
    <EntityDrawer
      open={open}
      object="users"
      rule={can.editUsers}
      title={t(isNew ? 'profiles.add' : 'profiles.profile')}
      words={{
        loadFailed: t('profiles.loadFailed'),
        gone: { title: t('profiles.gone.title'), text: t('profiles.gone.text'), close: t('profiles.gone.close') },
      }}
      reply={reply}
      calls={calls}
      create={(definitions) => <CreateProfile definitions={definitions} onClose={onClose} />}
      edit={(profile, definitions) => (
        <Editor key={profile.id} profile={profile} definitions={definitions} onClose={onClose} />
      )}
      facts={(profile, definitions, missing) => (
        <ProfileFacts profile={profile} definitions={definitions} missing={missing} onClose={onClose} />
      )}
      onClose={onClose}
    />
  );
}

type EditorProps = { profile: Profile; definitions: readonly TagDefinition[]; onClose: () => void };

function Editor({ profile, definitions, onClose }: EditorProps) {
  const { t } = useTranslation();
  const { me } = useSession();
  return (
    <EntityEditor
      kept={profile.id === me.id ? t('errors.cannotDeleteSelf') : undefined}
      calls={calls}
      form={(on) => (
        <EditProfile
          {...on}
          profile={profile}
          definitions={definitions}
          onClose={onClose}
          after={
            <>
              <div className={styles.enrollment}>
                <Facts>
                  <Enrollment profile={profile} />
                </Facts>
              </div>
              <WhyOfProfile id={profile.id} />
            </>
          }
        />
      )}
      removal={(on) => <RemoveProfile {...on} profile={profile} onRemoved={onClose} />}
    />
  );
}
