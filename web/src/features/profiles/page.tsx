import { profiles } from '@keyward/contract/calls';
import { can } from '@keyward/contract/permissions';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddButton, EntityPage } from '#entity/EntityPage.tsx';
import { lazily } from '#lib/lazily.ts';
import { useSession } from '#lib/session.ts';
import { useListUrl } from '#list/useListUrl.ts';
import { eventTexts } from '#texts/namespaces.ts';
import { IconProfiles } from '#ui/icons.tsx';
import { profileCells } from './cells.tsx';
import { undeletable } from './protectedFrom.ts';
import type { Uploaded } from './UploadProfiles.tsx';

// keeps the form out of the list's bundle
const ProfileDrawer = lazily(async () => (await import('./drawer.tsx')).ProfileDrawer, {
  texts: ['bulk', 'entity', 'errors', 'profiles', 'roles', 'validity'],
});
const ProfilesOnPhone = lazily(async () => (await import('./phone.tsx')).ProfilesOnPhone, { texts: ['profiles'] });

const dialogs = {
  change: lazily(async () => (await import('./ChangeMany.tsx')).ChangeMany, {
    texts: ['bulk', ...eventTexts],
  }),
  end: lazily(async () => (await import('./EndMany.tsx')).EndMany, {
    texts: ['bulk', ...eventTexts],
  }),
};

const AddMenu = lazily(async () => (await import('./AddMenu.tsx')).AddMenu, { texts: ['profiles', 'imports'] });
const UploadProfiles = lazily(async () => (await import('./UploadProfiles.tsx')).UploadProfiles, {
  texts: ['errors', 'imports', 'roles'],
});
const ImportPage = lazily(async () => (await import('./ImportPage.tsx')).ImportPage, {
  texts: ['errors', 'imports', ...eventTexts],
});
const ExportPins = lazily(async () => (await import('./ExportPins.tsx')).ExportPins, { texts: ['pins'] });

const details = ['username'] as const;

/** Visible profiles. Specification, part 2, section 2 'Profiles list'. */
export function ProfilesPage() {
  const { t } = useTranslation();
  const { me } = useSession();
  const url = useListUrl();
  const [uploading, setUploading] = useState(false);
  const [uploaded, setUploaded] = useState<Uploaded>();
  const shown = me.isKeywardAdmin ? url.search.import : undefined;
  const show = (next: Uploaded | undefined) => {
    setUploaded(next);
    url.change({ import: next?.id });
  };
  const refused = uploaded && !uploaded.id ? uploaded : undefined;
  const upload = uploading ? (
    <Suspense>
      <UploadProfiles
        onClose={() => setUploading(false)}
        onUploaded={(next) => {
          setUploading(false);
          show(next);
        }}
      />
    </Suspense>
  ) : null;
  if (shown || refused) {
    return (
      <>
        <Suspense>
          <ImportPage
            id={shown}
            key={shown}
            uploaded={refused ?? (uploaded?.id === shown ? uploaded : undefined)}
            onClose={() => show(undefined)}
            onUpload={() => setUploading(true)}
          />
        </Suspense>
        {upload}
      </>
    );
  }
  const addInWays = (onAdd: () => void) => (
    <Suspense fallback={<AddButton resource="user" onAdd={onAdd} />}>
      <AddMenu onAdd={onAdd} onUpload={() => setUploading(true)} onOpen={(id) => url.change({ import: id })} />
    </Suspense>
  );
  return (
    <>
      <EntityPage
        resource="user"
        icon={IconProfiles}
        list={profiles.list}
        renderers={profileCells}
        onPhone={ProfilesOnPhone}
        details={details}
        unselectable={undeletable}
        dialogs={dialogs}
        moreCsv={{ rule: can.exportPins, label: t('profiles.csvWithPin'), opens: ExportPins }}
        drawer={ProfileDrawer}
        {...(me.isKeywardAdmin ? { add: addInWays } : {})}
      />
      {upload}
    </>
  );
}
