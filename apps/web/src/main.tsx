import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './theme/themes.css'
import './theme/base.css'
import './theme/forced-colors.css'
import { apiClient } from './api/api-client.ts'
import { createQueryClient } from './api/query-client.ts'
import { App, preloadSignedIn, preloadSignedOut } from './app/app.tsx'
import { registerServiceWorker } from './app/app-update.ts'
import { trackChunkErrors } from './app/error-boundary.tsx'
import { Providers } from './app/providers.tsx'
import { createRouter, ROUTE_KEY } from './app/router/router.ts'
import { switchUser } from './features/accounts/session.ts'
import { readStorage } from './storage/browser-storage.ts'
import { updateThemeColor } from './theme/theme.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('missing #root element')

// A request that needs the CSRF token fetches it again, so ignore errors here.
apiClient('GET /api/csrf/').catch(() => undefined)

const hasVisitedBefore = readStorage(localStorage, ROUTE_KEY) !== null
const router = createRouter(window)
if (hasVisitedBefore) preloadSignedIn(router.location().route)
else preloadSignedOut()

const queryClient = createQueryClient((cache) => switchUser(cache, null))

if (import.meta.env.PROD) registerServiceWorker()
trackChunkErrors()
updateThemeColor()

createRoot(root).render(
  <StrictMode>
    <Providers router={router} client={queryClient}>
      <App />
    </Providers>
  </StrictMode>,
)
