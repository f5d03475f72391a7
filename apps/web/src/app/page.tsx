import type { QueryClient } from '@tanstack/react-query'
import { StrictMode, Suspense } from 'react'
import type { Router } from '../router/router.ts'
import { lazyNamed, preload } from '../ui/lazy-named.ts'
import { App, preloadApp } from './app.tsx'
import { Providers } from './providers.tsx'

const ProviderReturn = lazyNamed(() => import('../features/accounts/provider-sign-in.tsx'), 'ProviderReturn')

const loadPublicScreen = () => import('../features/public-link/public-screen.tsx')

const PublicScreen = lazyNamed(loadPublicScreen, 'PublicScreen')

export function publicCodeOf(pathname: string): string | null {
  return /^\/public\/([^/]+)\/?$/.exec(pathname)?.[1] ?? null
}

export function signInResponseOf(search: string): string | null {
  const query = new URLSearchParams(search)
  return query.has('state') && (query.has('code') || query.has('error')) ? search : null
}

type Address = Pick<globalThis.Location, 'pathname' | 'search'>

type Props = {
  address: Address
  /** null for a public link, which belongs to no user and whose address is not one of the router's. */
  router: Router | null
  client: QueryClient
  onOpen: (query: string) => void
}

export function Page({ address: { pathname, search }, router, client, onOpen }: Props) {
  const code = publicCodeOf(pathname)
  const response = signInResponseOf(search)
  return (
    <StrictMode>
      <Providers router={router} client={client}>
        <Suspense>
          {code !== null ? (
            <PublicScreen code={code} />
          ) : response === null ? (
            <App />
          ) : (
            <ProviderReturn response={response} onLeave={onOpen} />
          )}
        </Suspense>
      </Providers>
    </StrictMode>
  )
}

/** Loads what the first screen needs. Its errors are shown when it is rendered. */
export async function preloadFirstScreen(router: Router | null, isReturning: boolean): Promise<void> {
  const screen = router === null ? preload(loadPublicScreen) : preloadApp(router, isReturning)
  await screen.catch(() => undefined)
}
