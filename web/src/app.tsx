import './styles-app.css';
import { defaultLocale } from '@keyward/contract/locales';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryClient } from '#lib/api.ts';
import { browserLocale, showLanguage } from '#lib/i18n.ts';
import { router } from './routes.tsx';

/** The portal behind the sign-in page, loaded up to its first page, ready to be shown. */
export async function prepareApp(): Promise<ReactNode> {
  await showLanguage(browserLocale() ?? defaultLocale, 'all');
  await router.load();
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
