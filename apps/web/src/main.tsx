import { type ReactNode, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import './theme/themes.css'
import './theme/base.css'
import './theme/forced-colors.css'
import { apiClient, parseCsrfCookie } from './api/api-client.ts'
import { watchNetwork } from './api/connectivity.ts'
import { adoptEarlyRequests } from './api/early-requests.ts'
import { createQueryClient } from './api/query-client.ts'
import { App, preloadSignedIn, preloadSignedOut } from './app/app.tsx'
import { trackChunkErrors } from './app/error-boundary.tsx'
import { Providers } from './app/providers.tsx'
import { currentUserQuery, switchUser } from './features/accounts/session.ts'
import { createRouter, ROUTE_KEY } from './router/router.ts'
import { readStorage } from './storage/browser-storage.ts'
import { updateThemeColor } from './theme/theme.ts'
import { lazyNamed } from './ui/lazy-named.ts'

const ProviderReturn = lazyNamed(
  () => import('./features/accounts/oidc/provider-return.tsx'),
  'ProviderReturn',
)

const loadPublicScreen = () => import('./features/public-link/public-screen.tsx')

const PublicScreen = lazyNamed(loadPublicScreen, 'PublicScreen')

const root = document.getElementById('root')
if (root === null) throw new Error('missing #root element')

adoptEarlyRequests()
const publicCode = /^\/public\/([^/]+)\/?$/.exec(location.pathname)?.[1] ?? null
// A request that needs the CSRF token fetches it again, so ignore errors here.
if (publicCode === null && parseCsrfCookie(document.cookie) === undefined)
  apiClient('GET /api/csrf/').catch(() => undefined)

const signInResponse = readSignInResponse(location.search)
const hasVisitedBefore = readStorage(localStorage, ROUTE_KEY) !== null
// A public link belongs to no user, and its address is not one of the router's.
const router = publicCode === null ? createRouter(window) : null
const queryClient = createQueryClient((cache) => switchUser(cache, null))

if (import.meta.env.PROD && publicCode === null)
  import('./app/app-update.ts').then(
    ({ registerServiceWorker }) => registerServiceWorker(),
    // The next visit tries again.
    () => undefined,
  )
trackChunkErrors()
watchNetwork()
updateThemeColor()

function selectScreen(): ReactNode {
  if (publicCode !== null) return <PublicScreen code={publicCode} />
  if (signInResponse === null) return <App />
  return <ProviderReturn response={signInResponse} onLeave={openAddress} />
}

// The prerendered screen stays until the first render has what it needs. That render shows errors.
function prepareFirstRender(): Promise<unknown> {
  if (router === null) return Promise.allSettled([loadPublicScreen()])
  if (signInResponse !== null) return Promise.resolve()
  return Promise.allSettled([
    queryClient.query(currentUserQuery),
    hasVisitedBefore ? preloadSignedIn(router.location().route) : preloadSignedOut(),
  ])
}

void prepareFirstRender().then(() =>
  createRoot(root).render(
    <StrictMode>
      <Providers router={router} client={queryClient}>
        <Suspense>{selectScreen()}</Suspense>
      </Providers>
    </StrictMode>,
  ),
)

/** The query that a sign-in provider has added to the address; null for any other address. */
function readSignInResponse(search: string): string | null {
  const query = new URLSearchParams(search)
  return query.has('state') && (query.has('code') || query.has('error')) ? search : null
}

/** Loads the page again, for the user who has just signed in. */
function openAddress(query: string): void {
  location.replace(`/${query}`)
}
