import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadingBar } from '../ui/loading-bar.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import type { Router } from './router/router.ts'
import { RouterContext } from './router/use-router.ts'

type Props = { router: Router; client: QueryClient; children: ReactNode }

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
