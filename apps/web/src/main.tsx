import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import './theme/themes.css'
import './theme/base.css'
import './theme/forced-colors.css'
import { apiClient, parseCsrfCookie } from './api/api-client.ts'
import { watchNetwork } from './api/connectivity.ts'
import { adoptEarlyRequests } from './api/early-requests.ts'
import { createQueryClient } from './api/query-client.ts'
import { App, preloadSignedIn, preloadSignedOut } from './app/app.tsx'
import { registerServiceWorker } from './app/app-update.ts'
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

const root = document.getElementById('root')
if (root === null) throw new Error('missing #root element')

adoptEarlyRequests()
// A request that needs the CSRF token fetches it again, so ignore errors here.
if (parseCsrfCookie(document.cookie) === undefined) apiClient('GET /api/csrf/').catch(() => undefined)

const signInResponse = readSignInResponse(location.search)
const hasVisitedBefore = readStorage(localStorage, ROUTE_KEY) !== null
const router = createRouter(window)
const queryClient = createQueryClient((cache) => switchUser(cache, null))

if (import.meta.env.PROD) registerServiceWorker()
trackChunkErrors()
watchNetwork()
updateThemeColor()

const app =
  signInResponse === null ? (
    <App />
  ) : (
    <Suspense>
      <ProviderReturn response={signInResponse} onLeave={openAddress} />
    </Suspense>
  )

// The prerendered screen stays until the first render has what it needs. That render shows errors.
const firstRender =
  signInResponse === null
    ? Promise.allSettled([
        queryClient.query(currentUserQuery),
        hasVisitedBefore ? preloadSignedIn(router.location().route) : preloadSignedOut(),
      ])
    : Promise.resolve()
void firstRender.then(() =>
  createRoot(root).render(
    <StrictMode>
      <Providers router={router} client={queryClient}>
        {app}
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
