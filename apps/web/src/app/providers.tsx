import { type QueryClient, QueryClientProvider, useIsFetching, useIsMutating } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Router, RouterContext } from '../router/router.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import styles from './providers.module.css'

/** `router` is null for a page that is not one of its screens. */
type Props = { router: Router | null; client: QueryClient; children: ReactNode }

export function Providers({ router, client, children }: Props) {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <RouterContext value={router}>
          <LoadingBar />
          {children}
        </RouterContext>
      </QueryClientProvider>
    </ErrorBoundary>
  )
}

function LoadingBar() {
  const isBusy = useIsFetching() + useIsMutating() > 0
  return <div className={styles.bar} data-busy={isBusy || undefined} aria-hidden="true" />
}
